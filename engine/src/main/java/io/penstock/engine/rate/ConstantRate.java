package io.penstock.engine.rate;

import io.penstock.engine.rule.Rules;
import org.jspecify.annotations.Nullable;

/** The optimizer's learning rate in every step. */
public record ConstantRate() implements LearningRateSchedule {

    @Override
    public double rate(double peak, long step, long totalSteps) {
        return peak;
    }

    @Override
    public void check(Rules rules, double peak, @Nullable Long steps) {}
}
