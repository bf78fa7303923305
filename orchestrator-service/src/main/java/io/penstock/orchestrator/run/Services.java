package io.penstock.orchestrator.run;

import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.model.ModelStore;
import io.penstock.orchestrator.plan.PlanDesk;
import java.time.Duration;

/**
 * What every run needs.
 *
 * @param prepare how long a run waits for every rank to be ready
 * @param step how long it waits for the next step to be reported by all ranks
 * @param store how long after the last step it waits for all ranks to have written their weights
 */
record Services(
        Jobs jobs,
        RecordedSteps timelines,
        PlanDesk desk,
        ModelStore models,
        Duration prepare,
        Duration step,
        Duration store) {}
