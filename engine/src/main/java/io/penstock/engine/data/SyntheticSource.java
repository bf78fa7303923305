package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.rule.Rules;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Made-up samples that a model can learn, for tests and measurements; equal seeds give equal samples. A sample of a class
 * is the class's centre plus noise, both uniform in [−1, 1) in each input; without classes inputs are uniform in [−1, 1)
 * and target j is sin(π · input j mod inputSize).
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
                        values(samples, inputSize, classes, targets) <= MAX_VALUES,
                        "/samples",
                        "%d samples of %d inputs are more than %d values with their classes or targets: use fewer"
                                .formatted(samples, inputSize, MAX_VALUES))
                .check();
    }

    private static long values(int samples, int inputSize, @Nullable Integer classes, @Nullable Integer targets) {
        return (long) samples * (inputSize + (targets == null ? 1L : targets))
                + (classes == null ? 0 : (long) classes * inputSize);
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
        FloatRows inputs = new FloatRows(inputSize);
        LabelRows labels = new LabelRows();
        FloatRows values = new FloatRows(targets == null ? 1 : targets);
        float[][] centres = centres(seed);
        for (int i = 0; i < samples; i++) {
            float[] input = uniform(seed, "sample", i);
            if (classes != null) {
                int label = i % classes;
                add(centres[label], input);
                labels.add(label);
            } else {
                values.add(waves(input));
            }
            inputs.add(input);
        }
        return new Samples.Contents(inputs, labelled() ? labels : values, labelled(), row -> "sample " + row)
                .split(validationFraction, seed);
    }

    private float[][] centres(long seed) {
        float[][] centres = new float[classes == null ? 0 : classes][];
        Arrays.setAll(centres, label -> uniform(seed, "centre", label));
        return centres;
    }

    private float[] uniform(long seed, String name, int index) {
        CounterRandom random = CounterRandom.of(seed, "synthetic", name, 0, index);
        float[] values = new float[inputSize];
        for (int i = 0; i < inputSize; i++) {
            values[i] = 2 * random.nextFloat() - 1;
        }
        return values;
    }

    private static void add(float[] centre, float[] inOut) {
        for (int i = 0; i < inOut.length; i++) {
            inOut[i] += centre[i];
        }
    }

    private float[] waves(float[] input) {
        float[] waves = new float[targets == null ? 0 : targets];
        for (int i = 0; i < waves.length; i++) {
            waves[i] = (float) StrictMath.sin(Math.PI * input[i % inputSize]);
        }
        return waves;
    }
}
