package io.penstock.engine.optimizer;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.UpdateKernels.SgdStep;
import io.penstock.engine.layer.Parameter;
import org.jspecify.annotations.Nullable;

/** Stochastic gradient descent with momentum and L2 decay; meaning and defaults are those of PyTorch's {@code SGD}. */
public record Sgd(double learningRate, double momentum, double weightDecay) implements Optimizer {

    public Sgd {
        Range.positive("learningRate", learningRate);
        Range.belowOne("momentum", momentum);
        Range.notNegative("weightDecay", weightDecay);
    }

    @JsonCreator
    static Sgd of(
            @JsonProperty(value = "learningRate", required = true) double learningRate,
            @JsonProperty("momentum") @Nullable Double momentum,
            @JsonProperty("weightDecay") @Nullable Double weightDecay) {
        return new Sgd(learningRate, momentum == null ? 0 : momentum, weightDecay == null ? 0 : weightDecay);
    }

    @Override
    public int stateTensors() {
        return momentum == 0 ? 0 : 1;
    }

    @Override
    public void apply(Backend backend, Parameter parameter, long update, double rate, double scale) {
        var velocity = momentum == 0 ? parameter.gradient() : parameter.state().getFirst();
        backend.sgd(
                parameter.value(),
                parameter.gradient(),
                velocity,
                new SgdStep((float) rate, (float) momentum, (float) weightDecay, (float) scale));
    }
}
