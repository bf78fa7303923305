package io.penstock.orchestrator.worker;

import io.penstock.common.control.ControlMessage;

/** Hears of the workers that were reserved for it. Called on an event loop: must return at once. */
public interface WorkerListener {

    void said(int rank, ControlMessage.Report report);

    /** The worker of this rank is gone for good. */
    void lost(int rank, String why);

    /** The worker of this rank was told to end. */
    void left(int rank, String why);
}
