package io.penstock.orchestrator.run;

import io.penstock.common.control.ControlMessage;

/** What a run hears of. */
sealed interface RunMessage {

    /** The worker of a rank said something. */
    record Said(int rank, ControlMessage.Report report) implements RunMessage {}

    /** The worker of a rank is gone. */
    record Lost(int rank, String why) implements RunMessage {}

    /** The worker of a rank was told to end. */
    record Left(int rank, String why) implements RunMessage {}

    /** The orchestrator ends. */
    record EndAsked() implements RunMessage {}

    /** The user wants it to end. */
    record StopAsked() implements RunMessage {}

    /** Somebody wants another schedule; {@link Inbox#asked} tells which. */
    record SwitchAsked() implements RunMessage {}
}
