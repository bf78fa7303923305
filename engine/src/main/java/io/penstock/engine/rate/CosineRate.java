package io.penstock.engine.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.rule.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A linear rise to the peak (Goyal et al., 2017, section 2.2), then half a cosine down to a minimum (Loshchilov and Hutter,
 * 2017, equation 5, without restarts). With w warm-up steps of T, step t has the rate
 * <pre>
 *   peak · (t + 1) ÷ w                                              for t &lt; w
 *   minimum + (peak − minimum) · (1 + cos(π · (t − w) ÷ (T − w))) ÷ 2    after that
 * </pre>
 *
 * @param warmupSteps w, may be 0
 * @param minimum the rate that the curve ends at, in units of the learning rate
 */
public record CosineRate(
        @JsonProperty(defaultValue = "0") long warmupSteps,
        @JsonProperty(defaultValue = "0") double minimum) implements LearningRateSchedule {

    private static final long MAX_STEPS = 1_000_000_000_000L;

    public CosineRate {
        new Rules()
                .between("warmupSteps", warmupSteps, 0, MAX_STEPS)
                .require(
                        minimum >= 0 && Double.isFinite(minimum),
                        "/minimum",
                        "minimum is %s: use a finite number of at least 0".formatted(minimum))
                .check();
    }

    @Override
    public double rate(double peak, long step, long totalSteps) {
        if (step < warmupSteps) {
            return peak * (step + 1) / warmupSteps;
        }
        double progress = (double) (step - warmupSteps) / Math.max(1, totalSteps - warmupSteps);
        return minimum + (peak - minimum) * (1 + Math.cos(Math.PI * progress)) / 2;
    }

    @Override
    public void check(Rules rules, double peak, @Nullable Long steps) {
        rules.require(
                minimum <= peak,
                "/learningRateSchedule/minimum",
                "minimum is %s but the peak learning rate is %s: use at most that".formatted(minimum, peak));
        rules.require(
                steps == null || warmupSteps < steps,
                "/learningRateSchedule/warmupSteps",
                "warmupSteps is %d but the run has %d steps: use fewer".formatted(warmupSteps, steps));
    }
}
