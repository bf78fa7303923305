package io.penstock.benchmarks.step;

import io.penstock.common.control.RunLength;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.simulate.Bubble;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.Training;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.stage.Weights;
import io.penstock.stage.runtime.ActivityLog;
import io.penstock.stage.runtime.DataFeed;
import io.penstock.stage.runtime.Rank;
import io.penstock.stage.runtime.RankExecutor;
import io.penstock.stage.runtime.Recipe;
import io.penstock.stage.runtime.Stages;
import io.penstock.stage.runtime.StepOutcome;
import io.penstock.stage.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;

/** A job's model on one worker without peers, trained on one batch of random samples as one micro-batch. */
final class Trainer implements AutoCloseable {

    private final FixedBatch batch;
    private final Stages stages;
    private final RankExecutor executor;
    private long steps;
    private double loss;

    Trainer(JobSpec job, Backend backend) {
        Training training = job.training();
        List<Layer> layers = job.model().layers();
        Rank rank = new Rank(plan(layers.size()), 0);
        batch = new FixedBatch(job);
        Weights weights =
                new Weights(backend, layers, training.optimizer().stateTensors(), Weights.initial(training.seed()));
        stages = Stages.of(rank, backend, layers, training.memory(), weights);
        DataFeed feed = new DataFeed(backend, batch, new BatchPlan(training.batchSize(), training.batchSize(), 0));
        executor = new RankExecutor(
                new Workspace(
                        rank, recipe(training, layers), backend, stages, new NoNetwork(), feed, new ActivityLog()),
                System::nanoTime);
    }

    static JobSpec job(String file) throws IOException {
        return JobReader.read(Files.readAllBytes(Path.of(file)));
    }

    static Backend backend(String name, String threads) {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .open(0, Integer.parseInt(threads));
    }

    private static Plan plan(int layers) {
        return new Plan(
                "1f1b",
                List.of(new LayerRange(0, layers)),
                Lowering.lower(Schedules.named("1f1b").table(new Shape(1, 1, 1))),
                1,
                new Bubble(0, 0));
    }

    private static Recipe recipe(Training training, List<Layer> layers) {
        return new Recipe(
                training.seed(),
                training.batchSize(),
                new RunLength(Long.MAX_VALUE, 1, training.batchSize(), 0),
                training.loss(),
                training.optimizer(),
                _ -> training.optimizer().learningRate(),
                training.clipNorm(),
                training.memory(),
                false,
                Tie.of(layers, List.of(layers.size())));
    }

    List<Parameter> parameters() {
        return stages.parameters().toList();
    }

    FixedBatch batch() {
        return batch;
    }

    /** Returns the nanoseconds of so many steps. */
    long train(int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            executor.startClock();
            StepOutcome outcome = executor.train(steps++);
            loss = Objects.requireNonNull(outcome.loss());
        }
        return System.nanoTime() - start;
    }

    /** The last step's. */
    double loss() {
        return loss;
    }

    @Override
    public void close() {
        executor.close();
        stages.close();
    }
}
