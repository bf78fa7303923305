package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.rule.Rules;
import java.util.Arrays;
import java.util.Optional;
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
                .exactlyOne("classes", classes, "targets", targets)
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
    public Optional<Form> declaredInput() {
        return Optional.of(new Form.Values(inputSize));
    }

    @Override
    public Optional<Form> declaredTarget() {
        if (classes != null) {
            return Optional.of(new Form.Label(classes));
        }
        return Optional.ofNullable(targets).map(Form.Values::new);
    }

    @Override
    public void check(DataRoot root) {}

    @Override
    public DataSet load(DataRoot root, long seed, Progress progress) {
        HeapLimit.check("/data/samples", "the data set", Float.BYTES * values(samples, inputSize, classes, targets));
        Samples.Contents contents =
                classes != null ? clusters(seed, classes) : waves(seed, targets == null ? 1 : targets);
        return contents.split(validationFraction, seed);
    }

    private Samples.Contents clusters(long seed, int count) {
        float[][] centres = new float[count][];
        Arrays.setAll(centres, label -> uniform(seed, "centre", label));
        FloatRows inputs = new FloatRows(inputSize);
        LabelRows labels = new LabelRows();
        for (int i = 0; i < samples; i++) {
            float[] input = uniform(seed, "sample", i);
            add(centres[i % count], input);
            inputs.add(input);
            labels.add(i % count);
        }
        return new Samples.Contents(inputs, labels, true, SyntheticSource::origin);
    }

    private Samples.Contents waves(long seed, int count) {
        FloatRows inputs = new FloatRows(inputSize);
        FloatRows values = new FloatRows(count);
        float[] wave = new float[count];
        for (int i = 0; i < samples; i++) {
            float[] input = uniform(seed, "sample", i);
            for (int j = 0; j < count; j++) {
                wave[j] = (float) StrictMath.sin(Math.PI * input[j % inputSize]);
            }
            inputs.add(input);
            values.add(wave);
        }
        return new Samples.Contents(inputs, values, false, SyntheticSource::origin);
    }

    private static String origin(int row) {
        return "sample " + row;
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
}
