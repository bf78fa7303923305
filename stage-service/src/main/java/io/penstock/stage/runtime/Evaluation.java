package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs the held-out samples forward through the pipeline, a batch at a time; leaves weights, gradients and random numbers
 * as they were.
 */
public final class Evaluation {

    private final Rank rank;
    private final Recipe recipe;
    private final Backend backend;
    private final Stages stages;
    private final Network network;
    private final Feed feed;
    private final ActivityLog activity;

    /**
     * What the last rank knows afterwards.
     *
     * @param loss mean over the held-out samples
     * @param accuracy share of right answers, absent for losses without classes
     */
    public record Outcome(
            long samples, double loss, @Nullable Double accuracy) {}

    public Evaluation(
            Rank rank,
            Recipe recipe,
            Backend backend,
            Stages stages,
            Network network,
            Feed feed,
            ActivityLog activity) {
        this.rank = rank;
        this.recipe = recipe;
        this.backend = backend;
        this.stages = stages;
        this.network = network;
        this.feed = feed;
        this.activity = activity;
    }

    /**
     * Evaluates all held-out samples.
     *
     * @param step training steps done, which keys the tensors on the wire
     * @param batchSize samples that go through at once
     * @return absent on ranks without the last stage
     */
    public @Nullable Outcome run(long step, int batchSize) {
        activity.at(step, "evaluation");
        int samples = Math.toIntExact(recipe.length().validationSamples());
        Tally tally = new Tally();
        for (int from = 0, batch = 0; from < samples; from += batchSize, batch++) {
            int to = Math.min(samples, from + batchSize);
            for (int stage : stages.indices()) {
                run(step, stage, batch, from, to, tally);
            }
        }
        backend.synchronize();
        activity.at(step, null);
        return rank.readsTargets() ? tally.outcome(samples, recipe.loss()) : null;
    }

    private void run(long step, int stage, int batch, int from, int to, Tally tally) {
        TensorKey key = new TensorKey(TensorKind.EVALUATION, step, stage, batch);
        try (Tensor in = stage == 0
                ? feed.heldOutInputs(from, to)
                : network.receive(rank.map().rankOf(stage - 1), key)) {
            Tensor out = stages.get(stage).forward(batch, new Pass.Slice(recipe.seed(), step, from, false), in);
            if (stage == rank.lastStage()) {
                try (out;
                        Tensor targets = feed.heldOutTargets(from, to)) {
                    tally.add(out, targets);
                }
            } else {
                int next = rank.map().rankOf(stage + 1);
                network.awaitRoom(next, TensorKind.EVALUATION);
                network.send(next, new TensorKey(TensorKind.EVALUATION, step, stage + 1, batch), out);
            }
        }
    }

    private final class Tally {

        private double loss;
        private long correct;

        void add(Tensor output, Tensor targets) {
            if (recipe.loss().labelled()) {
                correct += backend.countCorrect(output, targets);
            }
            try (Tensor unused = backend.allocate(DType.F32, output.shape())) {
                loss += recipe.loss().evaluate(backend, output, targets, 1, unused);
            }
        }

        Outcome outcome(int samples, Loss kind) {
            return new Outcome(samples, loss / samples, kind.labelled() ? (double) correct / samples : null);
        }
    }
}
