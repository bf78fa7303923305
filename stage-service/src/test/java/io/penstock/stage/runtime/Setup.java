package io.penstock.stage.runtime;

import io.penstock.common.plan.Plan;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.loss.Loss;
import io.penstock.engine.model.Model;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.stage.Memory;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a {@link PipelineRun} trains and how. Each method returns a changed copy. */
final class Setup {

    Model model;
    final Optimizer optimizer;
    final Supplier<Backend> backend;
    Function<Backend, Feed> feed;
    Loss loss = Loss.CROSS_ENTROPY;
    String schedule = "1f1b";
    int ranks = 1;
    Integer chunks;
    int microBatches = 1;
    long steps = 1;
    int batchSize = 1;
    int trainingSamples = 1;
    Double clipNorm;
    Memory memory = Memory.PLAIN;
    boolean segmented;
    int tokens = 1;
    Map<String, float[]> initial = Map.of();
    int evaluationBatch;
    Generation generation;
    int[] prompt = {};
    Long chaosSeed;
    boolean sockets;
    boolean recorded;
    Map<Long, Plan> changes = Map.of();

    Setup(Model model, Optimizer optimizer, Supplier<Backend> backend, Function<Backend, Feed> feed) {
        this.model = model;
        this.optimizer = optimizer;
        this.backend = backend;
        this.feed = feed;
    }

    private Setup with(Consumer<Setup> change) {
        Setup copy = new Setup(model, optimizer, backend, feed);
        copy.loss = loss;
        copy.schedule = schedule;
        copy.ranks = ranks;
        copy.chunks = chunks;
        copy.microBatches = microBatches;
        copy.steps = steps;
        copy.batchSize = batchSize;
        copy.trainingSamples = trainingSamples;
        copy.clipNorm = clipNorm;
        copy.memory = memory;
        copy.segmented = segmented;
        copy.tokens = tokens;
        copy.initial = initial;
        copy.evaluationBatch = evaluationBatch;
        copy.generation = generation;
        copy.prompt = prompt;
        copy.chaosSeed = chaosSeed;
        copy.sockets = sockets;
        copy.recorded = recorded;
        copy.changes = changes;
        change.accept(copy);
        return copy;
    }

    Setup of(Model newModel) {
        return with(copy -> copy.model = newModel);
    }

    Setup on(String newSchedule, int newRanks, int newMicroBatches) {
        return with(copy -> {
            copy.schedule = newSchedule;
            copy.ranks = newRanks;
            copy.microBatches = newMicroBatches;
        });
    }

    Setup chunks(Integer newChunks) {
        return with(copy -> copy.chunks = newChunks);
    }

    Setup steps(long newSteps) {
        return with(copy -> copy.steps = newSteps);
    }

    /** The same samples in every step. */
    Setup batch(int samples) {
        return with(copy -> {
            copy.batchSize = samples;
            copy.trainingSamples = samples;
        });
    }

    Setup batch(int newBatchSize, int newTrainingSamples) {
        return with(copy -> {
            copy.batchSize = newBatchSize;
            copy.trainingSamples = newTrainingSamples;
        });
    }

    Setup clip(Double newClipNorm) {
        return with(copy -> copy.clipNorm = newClipNorm);
    }

    Setup memory(Memory newMemory) {
        return with(copy -> copy.memory = newMemory);
    }

    /** Samples are sequences of at most so many tokens. */
    Setup tokens(int newTokens, boolean newSegmented) {
        return with(copy -> {
            copy.tokens = newTokens;
            copy.segmented = newSegmented;
        });
    }

    Setup initial(Map<String, float[]> newInitial) {
        return with(copy -> copy.initial = newInitial);
    }

    Setup feed(Function<Backend, Feed> newFeed) {
        return with(copy -> copy.feed = newFeed);
    }

    /** Evaluates after every step, so many samples at a time. */
    Setup evaluate(int newEvaluationBatch) {
        return with(copy -> copy.evaluationBatch = newEvaluationBatch);
    }

    /** Writes on from the prompt after the last step. */
    Setup generate(Generation newGeneration, int... newPrompt) {
        return with(copy -> {
            copy.generation = newGeneration;
            copy.prompt = newPrompt;
        });
    }

    /** Delays and reorders all frames, keyed by the seed. */
    Setup chaos(long newChaosSeed) {
        return with(copy -> copy.chaosSeed = newChaosSeed);
    }

    /** Takes another plan from each of these steps on. */
    Setup change(Map<Long, Plan> newChanges) {
        return with(copy -> copy.changes = newChanges);
    }

    /** Keeps the timeline of every step. */
    Setup record() {
        return with(copy -> copy.recorded = true);
    }

    /** Sends over real connections on loopback. */
    Setup sockets() {
        return with(copy -> copy.sockets = true);
    }
}
