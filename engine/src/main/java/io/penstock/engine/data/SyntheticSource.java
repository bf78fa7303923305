package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.rule.Rules;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Made-up samples that a model can learn, for tests and measurements; equal seeds give equal samples.
 *
 * @param classes number of classes; either this or targets
 * @param targets target values of one sample; either this or classes
 * @param validationFraction share of the samples that is held out, drawn by the job's seed
 */
public record SyntheticSource(
        int samples,
        int inputSize,
        @Nullable Integer classes,
        @Nullable Integer targets,
        @JsonProperty(defaultValue = "0") double validationFraction)
        implements DataSource {

    private static final int MAX_SAMPLES = 1 << 24;
    private static final int MAX_SIZE = 1 << 20;
    private static final long MAX_VALUES = 1L << 28;

    public SyntheticSource {
        new Rules()
                .between("samples", samples, 1, MAX_SAMPLES)
                .between("inputSize", inputSize, 1, MAX_SIZE)
                .between("classes", classes, 2, MAX_SIZE)
                .between("targets", targets, 1, MAX_SIZE)
                .require(
                        classes != null || targets != null, "/classes", "neither classes nor targets is given: add one")
                .require(
                        classes == null || targets == null,
                        "/targets",
                        "both classes and targets are given: remove one")
                .share("validationFraction", validationFraction, 0, 1)
                .require(
                        (long) samples * (inputSize + (targets == null ? 1L : targets)) <= MAX_VALUES,
                        "/samples",
                        "%d samples of %d inputs are more than %d values: use fewer"
                                .formatted(samples, inputSize, MAX_VALUES))
                .check();
    }

    @Override
    public boolean labelled() {
        return classes != null;
    }

    @Override
    public OptionalInt declaredInputs() {
        return OptionalInt.of(inputSize);
    }

    @Override
    public OptionalInt declaredOutputs() {
        if (classes != null) {
            return OptionalInt.of(classes);
        }
        return targets == null ? OptionalInt.empty() : OptionalInt.of(targets);
    }

    @Override
    public void check(DataRoot root) {}

    @Override
    public DataSet load(DataRoot root, long seed) {
        throw new InvalidDataException("/data", "synthetic samples cannot be made yet");
    }
}
