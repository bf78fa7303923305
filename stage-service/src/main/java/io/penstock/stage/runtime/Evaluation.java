package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs the held-out samples forward through the pipeline, a batch at a time; leaves weights, gradients and random numbers
 * as they were.
 */
public final class Evaluation {

    private final Workspace work;
    private final FlowLink link;

    /**
     * What the last rank knows afterwards.
     *
     * @param loss mean over the held-out samples or their tokens
     * @param accuracy share of right answers, absent for losses without classes
     */
    public record Outcome(
            long samples, double loss, @Nullable Double accuracy) {}

    public Evaluation(Workspace work) {
        this.work = work;
        this.link = work.link(TensorKind.EVALUATION, TensorKind.EVALUATION_SEGMENTS);
    }

    /**
     * Evaluates all held-out samples.
     *
     * @param step training steps done, which keys the tensors on the wire
     * @param batchSize samples that go through at once
     * @return absent on ranks without the last stage
     */
    public @Nullable Outcome run(long step, int batchSize) {
        work.activity().at(step, "evaluation");
        int samples = Math.toIntExact(work.recipe().length().validationSamples());
        Tally tally = new Tally();
        for (int from = 0, batch = 0; from < samples; from += batchSize, batch++) {
            int to = Math.min(samples, from + batchSize);
            for (int stage : work.stages().indices()) {
                run(step, stage, batch, from, to, tally);
            }
        }
        work.backend().synchronize();
        work.activity().at(step, null);
        return work.rank().readsTargets() ? tally.outcome(samples, work.recipe().loss()) : null;
    }

    private void run(long step, int stage, int batch, int from, int to, Tally tally) {
        try (Flow in = stage == 0
                ? work.feed().heldOutInputs(from, to)
                : link.receive(work.rank().map().rankOf(stage - 1), step, stage, batch)) {
            Tensor out = work.stages().get(stage).forward(batch, work.recipe().heldOutSlice(step, from), in);
            if (stage == work.rank().lastStage()) {
                try (out;
                        Tensor targets = work.feed().heldOutTargets(from, to)) {
                    tally.add(out, targets, work.feed().heldOutCounted(from, to));
                }
            } else {
                int next = work.rank().map().rankOf(stage + 1);
                link.awaitRoom(next);
                try (Flow flow = in.with(out)) {
                    link.send(next, step, stage + 1, batch, flow);
                }
            }
        }
    }

    private final class Tally {

        private double loss;
        private long correct;
        private long counted;

        /** Uses up the output. */
        void add(Tensor output, Tensor targets, long targetsCounted) {
            counted += targetsCounted;
            if (work.recipe().loss().labelled()) {
                correct += work.backend().countCorrect(output, targets);
            }
            loss += work.recipe().loss().evaluate(work.backend(), output, targets, 1, output);
        }

        Outcome outcome(int samples, Loss kind) {
            long divisor = Math.max(1, counted);
            return new Outcome(samples, loss / divisor, kind.labelled() ? (double) correct / divisor : null);
        }
    }
}
