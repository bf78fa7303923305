package io.penstock.benchmarks.step;

import io.penstock.common.control.RunLength;
import io.penstock.common.plan.LayerRange;
import io.penstock.common.plan.Plan;
import io.penstock.common.schedule.Lowering;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.SyntheticSource;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.job.Training;
import io.penstock.engine.stage.Weights;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.ActivityLog;
import io.penstock.stage.runtime.DataFeed;
import io.penstock.stage.runtime.Feed;
import io.penstock.stage.runtime.Network;
import io.penstock.stage.runtime.Rank;
import io.penstock.stage.runtime.RankExecutor;
import io.penstock.stage.runtime.Recipe;
import io.penstock.stage.runtime.Stages;
import io.penstock.stage.runtime.TensorKey;
import io.penstock.stage.runtime.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Times whole training steps (forward, backward, optimizer) of a job's model on one worker without peers, on made-up samples
 * of the job's shape. Arguments: job file, micro-batches, threads, steps, and the backend if it is not cpu. Prints the median milliseconds of a step, after as
 * many steps of warm-up.
 */
public final class TrainingStep {

    private static final int SAMPLES = 4096;
    private static final double MILLIS = 1e-6;

    private TrainingStep() {}

    public static void main(String[] arguments) throws IOException {
        JobSpec job = JobReader.read(Files.readAllBytes(Path.of(arguments[0])));
        int microBatches = Integer.parseInt(arguments[1]);
        int threads = Integer.parseInt(arguments[2]);
        int steps = Integer.parseInt(arguments[3]);
        String name = arguments.length > 4 ? arguments[4] : "cpu";
        BackendProvider provider = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (Backend backend = provider.open(0, threads)) {
            System.out.printf("%.3f%n", median(times(job, microBatches, steps, backend)));
        }
    }

    private static long[] times(JobSpec job, int microBatches, int steps, Backend backend) {
        Rank rank = new Rank(plan(job.model().layers().size(), microBatches), 0);
        Training training = job.training();
        Weights weights = new Weights(
                backend, job.model().layers(), training.optimizer().stateTensors(), Weights.initial(training.seed()));
        try (Stages stages = Stages.of(rank, backend, job.model().layers(), training.memory(), weights);
                RankExecutor executor = new RankExecutor(
                        new Workspace(
                                rank,
                                recipe(training),
                                backend,
                                stages,
                                new NoNetwork(),
                                feed(job, backend),
                                new ActivityLog()),
                        System::nanoTime)) {
            long[] nanos = new long[steps];
            for (int step = 0; step < 2 * steps; step++) {
                long start = System.nanoTime();
                executor.startClock();
                executor.train(step);
                nanos[step % steps] = System.nanoTime() - start;
            }
            return nanos;
        }
    }

    private static Plan plan(int layers, int microBatches) {
        return new Plan(
                "1f1b",
                List.of(new LayerRange(0, layers)),
                Lowering.lower(Schedules.named("1f1b").table(new Shape(1, 1, microBatches))),
                1,
                new Bubble(0, 0));
    }

    private static Recipe recipe(Training training) {
        RunLength length = new RunLength(Long.MAX_VALUE, SAMPLES / training.batchSize(), SAMPLES, 0);
        return new Recipe(
                training.seed(),
                training.batchSize(),
                length,
                training.loss(),
                training.optimizer(),
                step -> training.optimizer().learningRate(),
                training.clipNorm(),
                training.memory(),
                false,
                List.of());
    }

    private static Feed feed(JobSpec job, Backend backend) {
        SyntheticSource made = new SyntheticSource(
                SAMPLES, job.model().inputSize(), job.model().outputSize(), null, 0);
        var samples = made.load(new DataRoot(Path.of("")), job.training().seed());
        return new DataFeed(backend, samples, job.batches(samples));
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] * MILLIS;
    }

    /** One rank has nobody to talk to. */
    private static final class NoNetwork implements Network {

        @Override
        public long lastArrival() {
            throw new IllegalStateException("one rank receives nothing");
        }

        @Override
        public void awaitRoom(int rank, TensorKind kind) {
            throw new IllegalStateException("one rank sends nothing");
        }

        @Override
        public void send(int rank, TensorKey key, Tensor tensor) {
            throw new IllegalStateException("one rank sends nothing");
        }

        @Override
        public Tensor receive(int rank, TensorKey key) {
            throw new IllegalStateException("one rank receives nothing");
        }

        @Override
        public void close() {}
    }
}
