package io.penstock.stage.runtime;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.stage.Stage;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.TimeBook.Entry;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Executes one rank's lowered action list, step after step. It knows no schedule by name: an action takes its tensors from
 * a slot or the network, computes, and leaves the result in the next slot. Used by one thread; owns the slots.
 */
public final class RankExecutor implements AutoCloseable {

    private final Rank rank;
    private final Recipe recipe;
    private final Backend backend;
    private final Network network;
    private final Feed feed;
    private final ActivityLog activity;
    private final Stages stages;
    private final GlobalNorm globalNorm;
    private final LossBook losses;
    private final TimeBook book;
    private final StageTimer timer;
    private final Slots inputs;
    private final Slots outputs;
    private final Slots outputGradients;
    private final Slots inputGradients;
    private final StepSends sends = new StepSends();
    private int[] cuts = new int[0];
    private int peakMicroBatches;
    private long peakBytes;
    private long updates;

    public RankExecutor(
            Rank rank,
            Recipe recipe,
            Backend backend,
            Stages stages,
            Network network,
            Feed feed,
            ActivityLog activity,
            LongSupplier clock) {
        this.rank = rank;
        this.recipe = recipe;
        this.backend = backend;
        this.stages = stages;
        this.network = network;
        this.feed = feed;
        this.activity = activity;
        this.globalNorm = new GlobalNorm(backend, network, rank.map(), rank.rank());
        this.losses = new LossBook(backend, recipe.loss(), rank.microBatches());
        this.book = new TimeBook(clock);
        int count = rank.map().stages();
        this.timer = new StageTimer(count, rank.microBatches());
        this.inputs = new Slots("the input", count, rank.microBatches());
        this.outputs = new Slots("the output", count, rank.microBatches());
        this.outputGradients = new Slots("the output's gradient", count, rank.microBatches());
        this.inputGradients = new Slots("the input's gradient", count, rank.microBatches());
    }

    /** Begins the clock of the next step; call it before waiting for the driver. */
    public void startClock() {
        book.start();
    }

    /** The driver has granted the step that is waited for. */
    public void granted() {
        book.book(Entry.WAIT_STEP);
    }

    /**
     * Runs one training step.
     *
     * @throws RunException if a peer is lost or late, or the run was cancelled
     */
    public StepOutcome train(long step) {
        cuts = recipe.cuts(step, rank.microBatches());
        timer.start();
        sends.start();
        losses.start(recipe.samples(step));
        peakMicroBatches = 0;
        peakBytes = 0;
        stages.all().forEach(Stage::startStep);
        book.book(Entry.OPTIMIZER);
        for (Action action : rank.actions()) {
            activity.at(step, action);
            execute(step, action);
        }
        return finish(step);
    }

    private void execute(long step, Action action) {
        int stage = action.stage();
        int microBatch = action.microBatch();
        switch (action.kind()) {
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> compute(step, action);
            case SEND_FORWARD ->
                sends.forward(send(
                        rank.map().rankOf(stage + 1),
                        new TensorKey(TensorKind.FORWARD, step, stage + 1, microBatch),
                        outputs.take(stage, microBatch)));
            case SEND_BACKWARD ->
                sends.backward(send(
                        rank.map().rankOf(stage - 1),
                        new TensorKey(TensorKind.BACKWARD, step, stage - 1, microBatch),
                        inputGradients.take(stage, microBatch)));
            case RECEIVE_FORWARD -> {
                TensorKey key = new TensorKey(TensorKind.FORWARD, step, stage, microBatch);
                inputs.put(stage, microBatch, network.receive(rank.map().rankOf(stage - 1), key));
                book.book(timer.started() ? Entry.WAIT_ACTIVATION : Entry.FILL);
            }
            case RECEIVE_BACKWARD -> {
                TensorKey key = new TensorKey(TensorKind.BACKWARD, step, stage, microBatch);
                outputGradients.put(
                        stage, microBatch, network.receive(rank.map().rankOf(stage + 1), key));
                book.book(Entry.WAIT_GRADIENT);
            }
        }
    }

    private void compute(long step, Action action) {
        long from = book.last();
        ActionKind kind = action.kind();
        Entry entry = switch (kind) {
            case FORWARD -> forward(step, action.stage(), action.microBatch());
            case BACKWARD_INPUT -> backwardInput(action.stage(), action.microBatch());
            case BACKWARD_WEIGHT -> backwardWeight(action.stage(), action.microBatch());
            case BACKWARD -> backward(action.stage(), action.microBatch());
            case SEND_FORWARD, SEND_BACKWARD, RECEIVE_FORWARD, RECEIVE_BACKWARD ->
                throw new IllegalArgumentException(action + " does not compute");
        };
        backend.synchronize();
        timer.add(action.stage(), kind, from, book.book(entry));
    }

    private Entry forward(long step, int stage, int microBatch) {
        int from = cuts[microBatch];
        int to = cuts[microBatch + 1];
        try (Tensor in = stage == 0 ? feed.inputs(step, from, to) : inputs.take(stage, microBatch)) {
            Tensor out = stages.get(stage).forward(microBatch, recipe.slice(step, from), in);
            if (stage == rank.lastStage()) {
                try (out;
                        Tensor targets = feed.targets(step, from, to)) {
                    outputGradients.put(stage, microBatch, losses.evaluate(microBatch, out, targets));
                }
            } else if (rank.owns(stage + 1)) {
                inputs.put(stage + 1, microBatch, out);
            } else {
                outputs.put(stage, microBatch, out);
            }
        }
        notePeak();
        return Entry.FORWARD;
    }

    private Entry backwardInput(int stage, int microBatch) {
        try (Tensor gradient = outputGradients.take(stage, microBatch)) {
            Tensor next = stages.get(stage).backwardInput(microBatch, gradient);
            if (next != null) {
                Slots slots = rank.owns(stage - 1) ? outputGradients : inputGradients;
                slots.put(rank.owns(stage - 1) ? stage - 1 : stage, microBatch, next);
            }
        }
        return Entry.BACKWARD_INPUT;
    }

    private Entry backwardWeight(int stage, int microBatch) {
        stages.get(stage).backwardWeight(microBatch);
        return Entry.BACKWARD_WEIGHT;
    }

    private Entry backward(int stage, int microBatch) {
        backwardInput(stage, microBatch);
        backwardWeight(stage, microBatch);
        return Entry.BACKWARD;
    }

    private long send(int to, TensorKey key, Tensor tensor) {
        long bytes = tensor.bytes();
        network.awaitRoom(to, key.kind());
        book.book(Entry.WAIT_MEMORY);
        network.send(to, key, tensor);
        book.book(Entry.SEND);
        return bytes;
    }

    private StepOutcome finish(long step) {
        activity.at(step, "gradient norm");
        Map<Integer, double[]> partials = new TreeMap<>();
        stages.indices().forEach(index -> partials.put(index, stages.get(index).squaredNorms()));
        book.book(Entry.OPTIMIZER);
        globalNorm.contribute(step, partials);
        book.book(Entry.SEND);
        double norm = Math.sqrt(globalNorm.await(step, partials));
        book.book(Entry.DRAIN);
        activity.at(step, "optimizer");
        double learningRate = recipe.learningRate().applyAsDouble(step);
        boolean skipped = !Double.isFinite(norm);
        if (!skipped) {
            updates++;
            double scale = recipe.gradientScale(norm);
            stages.all().forEach(stage -> stage.update(recipe.optimizer(), updates, learningRate, scale));
            backend.synchronize();
        }
        book.book(Entry.OPTIMIZER);
        activity.at(step, null);
        return outcome(step, learningRate, norm, skipped);
    }

    private StepOutcome outcome(long step, double learningRate, double norm, boolean skipped) {
        return new StepOutcome(
                step,
                recipe.samples(step),
                learningRate,
                book.wallSeconds(),
                book.busySeconds(),
                book.idleSeconds(),
                timer.firstStart(),
                timer.lastEnd(),
                timer.computeSeconds(),
                stages.indices().stream().map(timer::costs).toList(),
                sends.forwardBytes(),
                sends.backwardBytes(),
                peakMicroBatches,
                peakBytes,
                norm,
                skipped,
                rank.readsTargets() ? losses.mean() : null);
    }

    private void notePeak() {
        int count = 0;
        long bytes = 0;
        for (Stage stage : stages.all()) {
            count += stage.inFlight();
            bytes += stage.stashedBytes();
        }
        peakMicroBatches = Math.max(peakMicroBatches, count);
        peakBytes = Math.max(peakBytes, bytes);
    }

    /** Frees the slots. */
    @Override
    public void close() {
        inputs.close();
        outputs.close();
        outputGradients.close();
        inputGradients.close();
    }
}
