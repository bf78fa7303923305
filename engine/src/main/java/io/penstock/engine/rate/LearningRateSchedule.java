package io.penstock.engine.rate;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.rule.Rules;
import org.jspecify.annotations.Nullable;

/** How the learning rate changes during a run. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "constant", value = ConstantRate.class),
    @JsonSubTypes.Type(name = "cosine", value = CosineRate.class)
})
public sealed interface LearningRateSchedule permits ConstantRate, CosineRate {

    /**
     * The learning rate of one step.
     *
     * @param peak the optimizer's learning rate
     * @param step counted from 0, less than totalSteps
     */
    double rate(double peak, long step, long totalSteps);

    /**
     * States what must hold together with the rest of the training specification.
     *
     * @param steps length of the run, null if only the number of epochs is known
     */
    void check(Rules rules, double peak, @Nullable Long steps);
}
