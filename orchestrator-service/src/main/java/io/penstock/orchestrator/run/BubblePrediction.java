package io.penstock.orchestrator.run;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.advice.Profile;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Simulator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator expects the bubble to be. It starts with the plan's estimate and is simulated anew from time to
 * time with the profile of the newest steps.
 */
final class BubblePrediction {

    /** Steps after which there is a first profile. */
    static final int FIRST = Profile.WARM_UP + 12;

    /** Steps of one profile, and from one to the next. */
    static final int STEPS = 32;

    private final PipelineCosts estimated;
    private final Deque<MeasuredStep> window = new ArrayDeque<>();
    private Plan plan;
    private @Nullable Profile profile;
    private Bubble current;
    private long learned;

    BubblePrediction(Planned planned) {
        this.plan = planned.plan();
        this.estimated = planned.costs();
        this.current = plan.predicted();
    }

    Bubble current() {
        return current;
    }

    /** What the newest steps cost, null before the first profile. */
    @Nullable
    Profile profile() {
        return profile;
    }

    /** True if the newest step completed the first profile. */
    boolean isFirst() {
        return learned == FIRST;
    }

    /** From the next step on another plan is executed. */
    void reschedule(Plan next) {
        plan = next;
        simulate();
    }

    void learn(MeasuredStep step) {
        window.addLast(step);
        if (window.size() > STEPS) {
            window.removeFirst();
        }
        learned++;
        if (isFirst() || learned % STEPS == 0) {
            profile = Profile.of(List.copyOf(window));
            simulate();
        }
    }

    private void simulate() {
        current = profile == null
                ? plan.predicted()
                : Simulator.simulate(plan.table(), profile.measured(estimated), plan.bufferDepth())
                        .bubble();
    }
}
