package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.rate.LearningRateSchedule;
import io.penstock.engine.rule.Rules;
import io.penstock.engine.stage.Memory;
import org.jspecify.annotations.Nullable;

/**
 * How the weights are found.
 *
 * @param batchSize samples of one step; the last step of an epoch takes what is left
 * @param epochs passes over the training samples; either this or steps
 * @param steps training steps, 0 only to generate; either this or epochs
 * @param seed keys initial weights, dropout, shuffling and the validation split
 * @param clipNorm largest global norm of the gradient, absent for no clipping
 * @param precision type that activations are kept and sent in
 * @param recompute which activations are computed again instead of being kept
 */
public record Training(
        int batchSize,
        @Nullable Integer epochs,
        @Nullable Long steps,
        @JsonProperty(defaultValue = "0") long seed,
        Loss loss,
        Optimizer optimizer,

        @JsonProperty(defaultValue = "{\"type\": \"constant\"}")
        LearningRateSchedule learningRateSchedule,

        @Nullable Double clipNorm,
        @JsonProperty(defaultValue = "fp32") Precision precision,
        @JsonProperty(defaultValue = "{\"everyLayers\": 0}") Recompute recompute,
        @JsonProperty(defaultValue = "epoch") EvaluateEvery evaluateEvery) {

    private static final int MAX_BATCH_SIZE = 1 << 20;
    private static final int MAX_EPOCHS = 1_000_000;
    private static final long MAX_STEPS = 1_000_000_000_000L;

    public Training {
        Rules rules = new Rules()
                .between("batchSize", batchSize, 1, MAX_BATCH_SIZE)
                .between("epochs", epochs, 1, MAX_EPOCHS)
                .between("steps", steps, 0, MAX_STEPS)
                .exactlyOne("epochs", epochs, "steps", steps);
        if (clipNorm != null) {
            rules.positive("clipNorm", clipNorm);
        }
        learningRateSchedule.check(rules, optimizer.learningRate(), steps);
        rules.check();
    }

    /** The learning rate of one step, counted from 0, of a run of totalSteps. */
    public double learningRate(long step, long totalSteps) {
        return learningRateSchedule.rate(optimizer.learningRate(), step, totalSteps);
    }

    /** How stages remember. */
    public Memory memory() {
        return new Memory(precision.storage(), recompute.everyLayers());
    }

    /** Steps of the whole run. */
    public long steps(long stepsPerEpoch) {
        if (steps != null) {
            return steps;
        }
        return epochs == null ? 0 : epochs * stepsPerEpoch;
    }
}
