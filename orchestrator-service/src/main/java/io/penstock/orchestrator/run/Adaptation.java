package io.penstock.orchestrator.run;

import io.penstock.common.advice.Profile;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planned;
import io.penstock.common.simulate.Simulator;
import io.penstock.engine.job.ScheduleChoice;
import io.penstock.orchestrator.plan.LayerEstimate;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.plan.Rescheduling;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the schedule of an adaptive job once: when the first profile promises a shorter step with another order of the
 * same actions. The search is made beside the run.
 */
final class Adaptation {

    private static final Logger LOG = LoggerFactory.getLogger(Adaptation.class);

    /** Less is not worth a change. */
    private static final double LEAST_GAIN = 0.02;

    private final PlanDesk desk;
    private final LayerEstimate estimate;
    private final Inbox inbox;

    Adaptation(PlanDesk desk, LayerEstimate estimate, Inbox inbox) {
        this.desk = desk;
        this.estimate = estimate;
        this.inbox = inbox;
    }

    void profiled(Plan current, Profile profile) {
        desk.later(() -> adapt(current, profile));
    }

    private void adapt(Plan current, Profile profile) {
        try {
            Planned best = new Rescheduling(estimate, current, profile).to(ScheduleChoice.named(PlanRequest.AUTO));
            double present = Simulator.simulate(current.table(), best.costs(), current.bufferDepth())
                    .makespan();
            double gain = 1 - best.timeline().makespan() / present;
            LOG.info("schedule {} would take {} % less time", best.plan().schedule(), Math.round(100 * gain));
            if (gain > LEAST_GAIN) {
                inbox.ask(ScheduleSwitch.to(best.plan()));
            }
        } catch (RuntimeException e) {
            LOG.warn("no better schedule was found: {}", e.getMessage());
        }
    }
}
