package io.penstock.benchmarks.step;

import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.random.CounterRandom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One batch of random samples in the form of a job's data, the same for every step. */
final class FixedBatch implements DataSet {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final JobSpec job;
    private final Form inputForm;
    private final Form targetForm;
    private final MemorySegment inputs;
    private final MemorySegment targets;

    FixedBatch(JobSpec job) {
        this.job = job;
        this.inputForm = job.data().declaredInput().orElseThrow();
        this.targetForm = job.data().declaredTarget().orElseThrow();
        this.inputs = drawn("inputs", inputForm);
        this.targets = drawn("targets", targetForm);
    }

    private MemorySegment drawn(String name, Form form) {
        CounterRandom random = CounterRandom.of(job.training().seed(), "benchmark", name, 0, 0);
        long count = form.shape(trainingSamples(), form.length()).size();
        MemorySegment values = Arena.global().allocate(Float.BYTES * count);
        int bound = switch (form) {
            case Form.Values _ -> 0;
            case Form.Label label -> label.classes();
            case Form.Tokens tokens -> tokens.vocabulary();
            case Form.TokenLabels labels -> labels.classes();
        };
        if (bound == 0) {
            random.fillUniform(values, 0, count, -1, 2);
        } else {
            for (long i = 0; i < count; i++) {
                values.setAtIndex(INT, i, random.nextInt(bound));
            }
        }
        return values;
    }

    MemorySegment inputs() {
        return inputs;
    }

    MemorySegment targets() {
        return targets;
    }

    @Override
    public Form inputForm() {
        return inputForm;
    }

    @Override
    public Form targetForm() {
        return targetForm;
    }

    @Override
    public int trainingSamples() {
        return job.training().batchSize();
    }

    @Override
    public int validationSamples() {
        return 0;
    }

    @Override
    public void inputs(Draw draw, MemorySegment out) {
        copy(inputs, draw, out);
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        copy(targets, draw, out);
    }

    private void copy(MemorySegment from, Draw draw, MemorySegment out) {
        long bytes = from.byteSize() / trainingSamples();
        for (int i = 0; i < draw.samples(); i++) {
            MemorySegment.copy(from, draw.rows()[draw.from() + i] * bytes, out, i * bytes, bytes);
        }
    }

    @Override
    public long counted(Draw draw) {
        return (long) draw.samples() * targetForm.length();
    }

    @Override
    public String origin(int row) {
        return "sample " + row;
    }
}
