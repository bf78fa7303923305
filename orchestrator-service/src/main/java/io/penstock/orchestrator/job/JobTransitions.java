package io.penstock.orchestrator.job;

import static io.penstock.orchestrator.job.JobState.FAILED;
import static io.penstock.orchestrator.job.JobState.PENDING;
import static io.penstock.orchestrator.job.JobState.PLANNED;
import static io.penstock.orchestrator.job.JobState.RUNNING;
import static io.penstock.orchestrator.job.JobState.STARTING;
import static io.penstock.orchestrator.job.JobState.STOPPED;
import static io.penstock.orchestrator.job.JobState.SUCCEEDED;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state machine of a job as one table; docs/job-states.md is drawn from it. */
public final class JobTransitions {

    /** One line of the table. */
    public record Transition(JobState from, JobTrigger trigger, JobState to) {}

    public static final List<Transition> TABLE = List.of(
            new Transition(PENDING, JobTrigger.PLAN, PLANNED),
            new Transition(PENDING, JobTrigger.FAULT, FAILED),
            new Transition(PENDING, JobTrigger.STOP, STOPPED),
            new Transition(PLANNED, JobTrigger.ASSIGN, STARTING),
            new Transition(PLANNED, JobTrigger.FAULT, FAILED),
            new Transition(PLANNED, JobTrigger.ORCHESTRATOR_RESTART, FAILED),
            new Transition(STARTING, JobTrigger.WORKERS_READY, RUNNING),
            new Transition(STARTING, JobTrigger.FAULT, FAILED),
            new Transition(STARTING, JobTrigger.STOP, STOPPED),
            new Transition(STARTING, JobTrigger.ORCHESTRATOR_RESTART, FAILED),
            new Transition(RUNNING, JobTrigger.ALL_FINISHED, SUCCEEDED),
            new Transition(RUNNING, JobTrigger.FAULT, FAILED),
            new Transition(RUNNING, JobTrigger.STOP, STOPPED),
            new Transition(RUNNING, JobTrigger.ORCHESTRATOR_RESTART, FAILED));

    private JobTransitions() {}

    /** The state that the trigger leads to, empty if it may not happen in this state. */
    public static Optional<JobState> next(JobState from, JobTrigger trigger) {
        return TABLE.stream()
                .filter(line -> line.from() == from && line.trigger() == trigger)
                .map(Transition::to)
                .findFirst();
    }

    /** The table as a mermaid state diagram. */
    public static String mermaid() {
        return TABLE.stream()
                .map(line -> "    %s --> %s: %s\n"
                        .formatted(line.from(), line.to(), line.trigger().text()))
                .collect(Collectors.joining("", "stateDiagram-v2\n    [*] --> PENDING\n", ""));
    }
}
