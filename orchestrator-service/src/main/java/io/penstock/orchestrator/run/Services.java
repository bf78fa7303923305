package io.penstock.orchestrator.run;

import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.plan.PlanDesk;
import java.time.Duration;

/**
 * What every run needs.
 *
 * @param prepare how long a run waits for every rank to be ready
 * @param step how long it waits for the next step to be reported by all ranks
 */
record Services(Jobs jobs, RecordedSteps timelines, PlanDesk desk, Duration prepare, Duration step) {}
