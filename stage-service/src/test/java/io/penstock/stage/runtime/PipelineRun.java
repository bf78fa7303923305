package io.penstock.stage.runtime;

import io.penstock.common.control.RunLength;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.common.schedule.StageMap;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.generate.Sampler;
import io.penstock.engine.layer.Initializer;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.stage.Weights;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Trains in this process, a thread and a backend a rank, and returns everything that can be compared. */
final class PipelineRun {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final long SEED = 42;

    private final Setup setup;
    private final Plan plan;
    private final Result result;

    /** Everything a run left behind; outcomes by rank, evaluations by steps done. */
    record Result(
            Plan plan,
            Map<String, float[]> weights,
            Map<String, float[]> firstGradients,
            Map<Integer, List<StepOutcome>> outcomes,
            Map<Long, Evaluation.Outcome> evaluations,
            Map<String, List<float[]>> shared,
            List<Integer> generated,
            AtomicInteger linkPeak) {

        List<Double> losses() {
            return last().stream().map(StepOutcome::loss).toList();
        }

        List<Double> norms() {
            return last().stream().map(StepOutcome::gradientNorm).toList();
        }

        /** Of the rank that owns the last stage. */
        private List<StepOutcome> last() {
            StageMap map = plan.table().stages();
            return outcomes.get(map.rankOf(map.stages() - 1));
        }
    }

    private PipelineRun(Setup setup, Plan plan) {
        this.setup = setup;
        this.plan = plan;
        this.result = new Result(
                plan,
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                new CopyOnWriteArrayList<>(),
                new AtomicInteger());
    }

    static Result of(Setup setup) {
        return of(setup, plan(setup));
    }

    static Result of(Setup setup, Plan plan) {
        return new PipelineRun(setup, plan).run();
    }

    static Plan plan(Setup setup) {
        List<StageCosts> costs = LayerCost.of(setup.model.layers(), setup.tokens).stream()
                .map(PipelineRun::costs)
                .toList();
        return Planner.plan(
                        PlanRequest.of(setup.schedule, setup.ranks, setup.chunks, setup.microBatches),
                        new LayerWorkload(costs, 0))
                .plan();
    }

    private static StageCosts costs(LayerCost cost) {
        return new StageCosts(cost.forwardFlops(), cost.backwardInputFlops(), cost.backwardWeightFlops());
    }

    private Result run() {
        List<Backend> backends = IntStream.range(0, setup.ranks)
                .mapToObj(rank -> setup.backend.get())
                .toList();
        try (Fabric fabric = setup.sockets
                        ? new NettyFabric(plan, setup)
                        : new LocalFabric(setup.ranks, DEADLINE, setup.chaosSeed);
                ExecutorService threads = Executors.newFixedThreadPool(setup.ranks)) {
            List<Future<?>> ranks = new ArrayList<>();
            for (int rank = 0; rank < setup.ranks; rank++) {
                int own = rank;
                ranks.add(threads.submit(() -> guarded(own, backends.get(own), fabric)));
            }
            await(ranks);
            if (fabric instanceof LocalFabric local) {
                result.linkPeak().set(local.linkPeak());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        backends.forEach(PipelineRun::closeEmpty);
        return result;
    }

    private static void closeEmpty(Backend backend) {
        long left = backend.liveTensors();
        backend.close();
        if (left != 0) {
            throw new IllegalStateException("%d tensors were never freed".formatted(left));
        }
    }

    private void guarded(int rank, Backend backend, Fabric fabric) {
        try {
            train(new Rank(plan, rank), backend, fabric.of(rank, backend));
        } catch (RuntimeException | Error e) {
            fabric.fail(RunException.of("rank %d failed".formatted(rank), e));
            throw e;
        }
    }

    private static void await(List<Future<?>> ranks) throws InterruptedException {
        IllegalStateException failure = null;
        for (Future<?> rank : ranks) {
            try {
                rank.get(10, TimeUnit.MINUTES);
            } catch (ExecutionException | TimeoutException e) {
                failure = failure == null ? new IllegalStateException(e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void train(Rank rank, Backend backend, Network network) {
        Feed feed = rank.readsInputs() || rank.readsTargets() ? setup.feed.apply(backend) : Feed.none();
        try (Stages stages = stages(rank, backend)) {
            train(new Workspace(rank, recipe(), backend, stages, network, feed, new ActivityLog()));
        }
    }

    private void train(Workspace work) {
        Evaluation evaluation = new Evaluation(work);
        try (RankExecutor executor = new RankExecutor(work, System::nanoTime)) {
            List<StepOutcome> own = new ArrayList<>();
            for (long step = 0; step < setup.steps; step++) {
                executor.startClock();
                executor.granted();
                Plan change = setup.changes.get(step);
                if (change != null) {
                    executor.reschedule(change);
                }
                own.add(executor.train(step, setup.recorded));
                noteCopies(work);
                evaluate(step + 1, evaluation);
            }
            generate(work);
            result.outcomes().put(work.rank().rank(), own);
            work.stages()
                    .parameters()
                    .forEach(parameter -> Parts.put(work.backend(), parameter, parameter.value(), result.weights()));
        }
    }

    private void generate(Workspace work) {
        if (setup.generation != null) {
            new Generator(work, new Sampler(setup.generation), setup.tokens)
                    .run(setup.steps, setup.prompt, setup.generation.maxTokens(), result.generated()::add);
        }
    }

    /** Keeps the values of shared parameters, as {@code NAME copy} and {@code NAME home}, step by step. */
    private void noteCopies(Workspace work) {
        for (Tie tie : work.recipe().ties()) {
            if (work.rank().owns(tie.copyStage())) {
                note(work, tie.name() + " copy", work.stages().parameter(tie.copyStage(), tie.name(), false));
            }
            if (work.rank().owns(tie.homeStage())) {
                note(work, tie.name() + " home", work.stages().parameter(tie.homeStage(), tie.name(), true));
            }
        }
    }

    private void note(Workspace work, String name, Parameter parameter) {
        float[] values = work.backend().hostRead(parameter.value()).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        result.shared().computeIfAbsent(name, ignored -> new ArrayList<>()).add(values);
    }

    private void evaluate(long stepsDone, Evaluation evaluation) {
        if (setup.evaluationBatch > 0) {
            Evaluation.Outcome outcome = evaluation.run(stepsDone, setup.evaluationBatch);
            if (outcome != null) {
                result.evaluations().put(stepsDone, outcome);
            }
        }
    }

    private Recipe recipe() {
        int stepsPerEpoch = Math.ceilDiv(setup.trainingSamples, setup.batchSize);
        RunLength length = new RunLength(setup.steps, stepsPerEpoch, setup.trainingSamples, setup.trainingSamples);
        return new Recipe(
                SEED,
                setup.batchSize,
                length,
                setup.loss,
                new NotingOptimizer(setup.optimizer, result.firstGradients()),
                step -> setup.optimizer.learningRate(),
                setup.clipNorm,
                setup.memory,
                setup.segmented,
                Tie.of(
                        setup.model.layers(),
                        plan.partition().stream().map(LayerRange::to).toList()));
    }

    private Stages stages(Rank rank, Backend backend) {
        List<Layer> layers = setup.model.layers();
        Weights weights = new Weights(backend, layers, setup.optimizer.stateTensors(), this::fill);
        return Stages.of(rank, backend, layers, setup.memory, weights);
    }

    private void fill(Backend backend, ParameterSpec parameter, Tensor value) {
        Initializer.fill(backend, parameter, SEED, value);
        Parts.overwrite(backend, parameter, setup.initial, value);
    }
}
