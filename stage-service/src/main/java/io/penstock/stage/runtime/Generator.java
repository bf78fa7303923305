package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.generate.Sampler;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Writes tokens by running the whole sequence forward through the pipeline for each of them: rank 0 feeds the tokens so far, the
 * rank of the last stage chooses the next one and tells rank 0. Nothing is remembered between tokens, so the work of n tokens
 * grows with n².
 */
public final class Generator {

    private static final Shape ONE = Shape.of(1);

    private final Workspace work;
    private final Sampler sampler;
    private final int window;
    private final FlowLink link;

    /** @param window tokens that go in at most: the newest ones */
    public Generator(Workspace work, Sampler sampler, int window) {
        this.work = work;
        this.sampler = sampler;
        this.window = window;
        this.link = work.link(TensorKind.EVALUATION, TensorKind.EVALUATION_SEGMENTS);
    }

    /**
     * Generates tokens.
     *
     * @param step training steps done, which keys the tensors on the wire
     * @param prompt what it begins with, known to rank 0
     * @param count tokens to add
     * @param written told each new token, on rank 0
     */
    public void run(long step, int[] prompt, int count, IntConsumer written) {
        work.activity().at(step, "generation");
        int[] tokens = prompt;
        for (int number = 0; number < count; number++) {
            for (int stage : work.stages().indices()) {
                forward(step, stage, number, tokens);
            }
            if (work.rank().readsInputs()) {
                int next = receive(step, number);
                tokens = Arrays.copyOf(tokens, tokens.length + 1);
                tokens[tokens.length - 1] = next;
                written.accept(next);
            }
        }
        work.activity().at(step, null);
    }

    private void forward(long step, int stage, int number, int[] tokens) {
        try (Flow in =
                stage == 0 ? input(tokens) : link.receive(work.rank().map().rankOf(stage - 1), step, stage, number)) {
            Tensor out = work.stages().get(stage).forward(number, work.recipe().heldOutSlice(step, 0), in);
            if (stage == work.rank().lastStage()) {
                try (out) {
                    choose(step, number, out);
                }
            } else {
                int next = work.rank().map().rankOf(stage + 1);
                link.awaitRoom(next);
                try (Flow flow = in.with(out)) {
                    link.send(next, step, stage + 1, number, flow);
                }
            }
        }
    }

    private Flow input(int[] tokens) {
        int[] newest = Arrays.copyOfRange(tokens, Math.max(0, tokens.length - window), tokens.length);
        Tensor values = ints(Shape.of(1, newest.length), newest);
        int[] ones = new int[newest.length];
        Arrays.fill(ones, 1);
        return new Flow(values, work.recipe().segmented() ? ints(Shape.of(1, newest.length), ones) : null);
    }

    private Tensor ints(Shape shape, int... values) {
        Tensor tensor = work.backend().allocate(DType.I32, shape);
        work.backend().hostWrite(tensor).copyFrom(MemorySegment.ofArray(values));
        work.backend().hostWritten(tensor);
        return tensor;
    }

    /** @param logits [1, t, vocabulary] */
    private void choose(long step, int number, Tensor logits) {
        int vocabulary = logits.shape().columns();
        long last = (long) Float.BYTES * vocabulary * (logits.shape().rows() - 1);
        float[] row = work.backend()
                .hostRead(logits)
                .asSlice(last, (long) Float.BYTES * vocabulary)
                .toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        int first = work.rank().map().rankOf(0);
        work.network().awaitRoom(first, TensorKind.SAMPLED);
        work.network().send(first, key(step, number), ints(ONE, sampler.next(row, number)));
    }

    private int receive(long step, int number) {
        int last = work.rank().map().rankOf(work.rank().lastStage());
        try (Tensor chosen = work.network().receive(last, key(step, number))) {
            return work.backend().hostRead(chosen).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        }
    }

    private static TensorKey key(long step, int number) {
        return new TensorKey(TensorKind.SAMPLED, step, 0, number);
    }
}
