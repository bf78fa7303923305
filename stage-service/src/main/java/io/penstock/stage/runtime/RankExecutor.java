package io.penstock.stage.runtime;

import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ActionKind;
import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.stage.LossScale;
import io.penstock.engine.stage.Rounding;
import io.penstock.engine.stage.Stage;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.TimeBook.Entry;
import java.util.List;
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
    private final FlowLink link;
    private final Rounding rounding;
    private final TiedWeights tied;
    private final LossScale lossScale;
    private final Slots<Flow> inputs;
    private final Slots<Flow> outputs;
    private final Slots<Tensor> outputGradients;
    private final Slots<Tensor> inputGradients;
    private final StepSends sends = new StepSends();
    private final StepTape tape = new StepTape();
    private final StashPeak peak = new StashPeak();
    private List<Action> actions;
    private int[] cuts = new int[0];
    private long updates;

    /** @param clock reads nanoseconds */
    public RankExecutor(Workspace work, LongSupplier clock) {
        this.rank = work.rank();
        this.actions = rank.actions();
        this.recipe = work.recipe();
        this.backend = work.backend();
        this.stages = work.stages();
        this.network = work.network();
        this.feed = work.feed();
        this.activity = work.activity();
        this.globalNorm = new GlobalNorm(backend, network, rank.map(), rank.rank());
        this.losses = new LossBook(backend, recipe.loss(), rank.microBatches());
        this.book = new TimeBook(clock);
        int count = rank.map().stages();
        this.timer = new StageTimer(count, rank.microBatches());
        int slices = rank.microBatches();
        this.inputs = new Slots<>("the input", Flow::close, count, slices);
        this.outputs = new Slots<>("the output", Flow::close, count, slices);
        this.outputGradients = new Slots<>("the output's gradient", Tensor::close, count, slices);
        this.inputGradients = new Slots<>("the input's gradient", Tensor::close, count, slices);
        this.link = work.link(TensorKind.FORWARD, TensorKind.SEGMENTS);
        this.rounding = work.rounding();
        this.tied = new TiedWeights(work);
        this.lossScale = recipe.lossScale();
    }

    /** Begins the clock of the next step; call it before waiting for the driver. */
    public void startClock() {
        book.start();
    }

    /** The driver has granted the step that is waited for. */
    public void granted() {
        book.book(Entry.WAIT_STEP);
    }

    /** Takes another order of the same actions from the next step on. */
    public void reschedule(Plan plan) {
        actions = new Rank(plan, rank.rank()).actions();
    }

    /**
     * Runs one training step.
     *
     * @throws RunException if a peer is lost or late, or the run was cancelled
     */
    public StepOutcome train(long step) {
        return train(step, false);
    }

    /**
     * Runs one training step.
     *
     * @param recorded true if the outcome is to say what happened when
     * @throws RunException if a peer is lost or late, or the run was cancelled
     */
    public StepOutcome train(long step, boolean recorded) {
        tape.start(recorded, 2 * actions.size());
        cuts = recipe.cuts(step, rank.microBatches());
        timer.start();
        sends.start();
        if (rank.readsTargets()) {
            losses.start(feed.counted(step, recipe.samples(step)), lossScale.factor());
        }
        peak.start();
        stages.all().forEach(Stage::startStep);
        book.book(Entry.OPTIMIZER);
        for (Action action : actions) {
            activity.at(step, action);
            execute(step, action);
        }
        return finish(step);
    }

    private void execute(long step, Action action) {
        int stage = action.stage();
        int microBatch = action.microBatch();
        switch (action.kind()) {
            case FORWARD -> forward(step, action, input(step, stage, microBatch));
            case BACKWARD_INPUT -> backwardInput(step, action, Entry.BACKWARD_INPUT);
            case BACKWARD_WEIGHT -> backwardWeight(action, Entry.BACKWARD_WEIGHT);
            case BACKWARD -> {
                long from = backwardInput(step, action, Entry.BACKWARD);
                tape.add(action, from, backwardWeight(action, Entry.BACKWARD));
            }
            case SEND_FORWARD -> sends.forward(sendForward(step, action));
            case SEND_BACKWARD -> sends.backward(sendBackward(step, action));
            // the mailbox receives by itself; the compute action takes from it
            case RECEIVE_FORWARD, RECEIVE_BACKWARD -> {}
        }
    }

    /** Books the time since the last booking as this action's, and returns when it began. */
    private long computed(int stage, ActionKind kind, Entry entry) {
        backend.synchronize();
        long from = book.last();
        timer.add(stage, kind, from, book.book(entry));
        return from;
    }

    private Flow input(long step, int stage, int microBatch) {
        if (stage == 0) {
            return feed.inputs(step, cuts[microBatch], cuts[microBatch + 1]);
        }
        if (rank.owns(stage - 1)) {
            return inputs.take(stage, microBatch);
        }
        Flow flow = link.receive(rank.map().rankOf(stage - 1), step, stage, microBatch);
        book.book(timer.started() ? Entry.WAIT_ACTIVATION : Entry.FILL);
        arrived(stage, ActionKind.RECEIVE_FORWARD, microBatch);
        return flow;
    }

    private Tensor outputGradient(long step, int stage, int microBatch) {
        if (stage == rank.lastStage() || rank.owns(stage + 1)) {
            return outputGradients.take(stage, microBatch);
        }
        TensorKey key = new TensorKey(TensorKind.BACKWARD, step, stage, microBatch);
        try (Tensor narrow = network.receive(rank.map().rankOf(stage + 1), key)) {
            book.book(Entry.WAIT_GRADIENT);
            arrived(stage, ActionKind.RECEIVE_BACKWARD, microBatch);
            return rounding.wide(narrow);
        }
    }

    private void arrived(int stage, ActionKind receive, int microBatch) {
        if (tape.isRecording()) {
            long moment = network.lastArrival();
            tape.add(new Action(stage, receive, microBatch), moment, moment);
        }
    }

    private void forward(long step, Action action, Flow input) {
        int stage = action.stage();
        int microBatch = action.microBatch();
        try (input) {
            Pass.Slice slice = recipe.slice(step, cuts[microBatch]);
            Tensor output = stages.get(stage).forward(microBatch, slice, input);
            if (stage == rank.lastStage()) {
                loss(step, microBatch, output);
            } else if (rank.owns(stage + 1)) {
                inputs.put(stage + 1, microBatch, input.with(output));
            } else {
                outputs.put(stage, microBatch, input.with(output));
            }
        }
        peak.note(stages.all());
        tape.add(action, computed(stage, ActionKind.FORWARD, Entry.FORWARD), book.last());
    }

    private void loss(long step, int microBatch, Tensor output) {
        try (output;
                Tensor targets = feed.targets(step, cuts[microBatch], cuts[microBatch + 1])) {
            outputGradients.put(rank.lastStage(), microBatch, losses.evaluate(microBatch, output, targets));
        }
    }

    /** I of an action, booked as this entry, and F again before it if that was not kept; returns when it began. */
    private long backwardInput(long step, Action action, Entry entry) {
        int stage = action.stage();
        Tensor gradient = outputGradient(step, stage, action.microBatch());
        long from = recompute(stage, action.microBatch());
        backwardInput(stage, action.microBatch(), gradient);
        computed(stage, ActionKind.BACKWARD_INPUT, entry);
        if (action.kind() == ActionKind.BACKWARD_INPUT) {
            tape.add(action, from, book.last());
        }
        return from;
    }

    private long recompute(int stage, int microBatch) {
        if (!stages.get(stage).recomputes()) {
            return book.last();
        }
        stages.get(stage).recompute(microBatch);
        peak.note(stages.all());
        return computed(stage, ActionKind.BACKWARD_INPUT, Entry.RECOMPUTE);
    }

    /** W of an action, booked as this entry; returns when it ended. */
    private long backwardWeight(Action action, Entry entry) {
        stages.get(action.stage()).backwardWeight(action.microBatch());
        long from = computed(action.stage(), ActionKind.BACKWARD_WEIGHT, entry);
        if (action.kind() == ActionKind.BACKWARD_WEIGHT) {
            tape.add(action, from, book.last());
        }
        return book.last();
    }

    private void backwardInput(int stage, int microBatch, Tensor gradient) {
        try (gradient) {
            Tensor next = stages.get(stage).backwardInput(microBatch, gradient);
            if (next != null && rank.owns(stage - 1)) {
                outputGradients.put(stage - 1, microBatch, next);
            } else if (next != null) {
                inputGradients.put(stage, microBatch, next);
            }
        }
    }

    private long sendForward(long step, Action send) {
        int toStage = send.stage() + 1;
        int to = rank.map().rankOf(toStage);
        long from = book.last();
        try (Flow flow = outputs.take(send.stage(), send.microBatch())) {
            link.awaitRoom(to);
            book.book(Entry.WAIT_MEMORY);
            long bytes = link.send(to, step, toStage, send.microBatch(), flow);
            tape.add(send, from, book.book(Entry.SEND));
            return bytes;
        }
    }

    private long sendBackward(long step, Action send) {
        int toStage = send.stage() - 1;
        int to = rank.map().rankOf(toStage);
        long from = book.last();
        try (Tensor gradient = inputGradients.take(send.stage(), send.microBatch())) {
            network.awaitRoom(to, TensorKind.BACKWARD);
            book.book(Entry.WAIT_MEMORY);
            Tensor narrow = rounding.narrow(gradient);
            long bytes = narrow.bytes();
            network.send(to, new TensorKey(TensorKind.BACKWARD, step, toStage, send.microBatch()), narrow);
            tape.add(send, from, book.book(Entry.SEND));
            return bytes;
        }
    }

    private StepOutcome finish(long step) {
        activity.at(step, "gradient norm");
        tied.sendRows(step);
        book.book(Entry.SEND);
        tied.addRows(step);
        Map<Integer, double[]> partials = new TreeMap<>();
        stages.indices().forEach(index -> partials.put(index, stages.get(index).squaredNorms()));
        book.book(Entry.OPTIMIZER);
        globalNorm.contribute(step, partials);
        book.book(Entry.SEND);
        double norm = Math.sqrt(globalNorm.await(step, partials)) / lossScale.factor();
        book.book(Entry.DRAIN);
        activity.at(step, "optimizer");
        double learningRate = recipe.learningRate().applyAsDouble(step);
        boolean skipped = !Double.isFinite(norm);
        if (!skipped) {
            updates++;
            double scale = recipe.gradientScale(norm) / lossScale.factor();
            stages.all().forEach(stage -> stage.update(recipe.optimizer(), updates, learningRate, scale));
            backend.synchronize();
            book.book(Entry.OPTIMIZER);
            tied.exchangeValues(step);
            book.book(Entry.DRAIN);
        }
        lossScale.update(skipped);
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
                peak.microBatches(),
                peak.bytes(),
                norm,
                skipped,
                rank.readsTargets() ? losses.mean() : null,
                tape.stamps());
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
