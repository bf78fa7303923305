package io.penstock.orchestrator.job;

import java.util.Locale;

/** What can happen to a job. */
public enum JobTrigger {
    PLAN,
    ASSIGN,
    WORKERS_READY,
    ALL_FINISHED,
    FAULT,
    STOP,
    ORCHESTRATOR_RESTART;

    /** The trigger in words, for the diagram and for errors. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
