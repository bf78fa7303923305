package io.penstock.engine.optimizer;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.UpdateKernels.AdamStep;
import io.penstock.engine.layer.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Adam with decoupled weight decay (Loshchilov and Hutter, 2019, algorithm 2); meaning and defaults are those of PyTorch's
 * {@code AdamW}. State is the mean of the gradient and of its square.
 */
public record AdamW(double learningRate, double beta1, double beta2, double epsilon, double weightDecay)
        implements Optimizer {

    public AdamW {
        Range.positive("learningRate", learningRate);
        Range.belowOne("beta1", beta1);
        Range.belowOne("beta2", beta2);
        Range.positive("epsilon", epsilon);
        Range.notNegative("weightDecay", weightDecay);
    }

    @JsonCreator
    static AdamW of(
            @JsonProperty(value = "learningRate", required = true) double learningRate,
            @JsonProperty("beta1") @Nullable Double beta1,
            @JsonProperty("beta2") @Nullable Double beta2,
            @JsonProperty("epsilon") @Nullable Double epsilon,
            @JsonProperty("weightDecay") @Nullable Double weightDecay) {
        return new AdamW(
                learningRate,
                beta1 == null ? 0.9 : beta1,
                beta2 == null ? 0.999 : beta2,
                epsilon == null ? 1e-8 : epsilon,
                weightDecay == null ? 0.01 : weightDecay);
    }

    @Override
    public int stateTensors() {
        return 2;
    }

    @Override
    public void apply(Backend backend, Parameter parameter, long update, double rate, double scale) {
        backend.adam(
                parameter.value(),
                parameter.gradient(),
                parameter.state().get(0),
                parameter.state().get(1),
                new AdamStep(update, rate, beta1, beta2, epsilon, weightDecay, true, scale));
    }
}
