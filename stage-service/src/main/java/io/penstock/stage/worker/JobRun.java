package io.penstock.stage.worker;

import io.penstock.common.control.ControlMessage;
import io.penstock.common.control.Finished;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Prepared;
import io.penstock.common.control.Reschedule;
import io.penstock.common.control.RunLength;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.checkpoint.InvalidCheckpointException;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.generate.Generation;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.progress.PacedProgress;
import io.penstock.engine.progress.Progress;
import io.penstock.stage.metric.WorkerMeters;
import io.penstock.stage.network.PeerNetwork;
import io.penstock.stage.runtime.ActivityLog;
import io.penstock.stage.runtime.Evaluation;
import io.penstock.stage.runtime.Feed;
import io.penstock.stage.runtime.RankExecutor;
import io.penstock.stage.runtime.Recipe;
import io.penstock.stage.runtime.RunException;
import io.penstock.stage.runtime.Stages;
import io.penstock.stage.runtime.StepOutcome;
import io.penstock.stage.runtime.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on one worker, from assignment to release, on a thread of its own: load the data if this rank reads any, build
 * the stages, dial the peers, say Prepared, then train each step as soon as it is granted and report it.
 */
final class JobRun implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(JobRun.class);

    /** So many steps from the first one on are recorded in any case. */
    private static final int RECORDED_FIRST = 4;

    /** How often the orchestrator hears of long work outside the steps. */
    private static final Duration WORK_REPORTED = Duration.ofSeconds(1);

    private final Assignment assignment;
    private final Backend backend;
    private final DataRoot dataRoot;
    private final PeerNetwork network;
    private final Consumer<ControlMessage.Report> reports;
    private final WorkerMeters.Job meters;
    private final GrantBox grants;
    private final Queue<Reschedule> changes = new ConcurrentLinkedQueue<>();
    private final ActivityLog activity = new ActivityLog();
    private final Reports words;
    private final WireTransport transport;
    private final String secret;
    private final long maxFrameBytes;

    JobRun(Assignment assignment, WorkerParts parts, WorkerMeters.Job meters, Consumer<ControlMessage.Report> reports) {
        this.assignment = assignment;
        this.backend = parts.backend();
        this.dataRoot = parts.dataRoot();
        this.transport = parts.transport();
        this.secret = parts.secret();
        this.maxFrameBytes = parts.maxFrameBytes();
        this.network = new PeerNetwork(assignment.frame(), backend, meters);
        this.reports = reports;
        this.meters = meters;
        this.grants = new GrantBox(assignment.deadline());
        this.words = new Reports(
                assignment.assign().job(),
                assignment.assign().attempt(),
                assignment.rank().rank());
    }

    Assignment assignment() {
        return assignment;
    }

    PeerNetwork network() {
        return network;
    }

    ActivityLog activity() {
        return activity;
    }

    void grant(Grant grant) {
        grants.grant(grant);
    }

    void reschedule(Reschedule change) {
        changes.add(change);
    }

    boolean released() {
        return grants.released();
    }

    /** Ends the run soon, wherever it is. */
    void release() {
        grants.release();
        network.cancel();
    }

    @Override
    public void run() {
        try (network;
                meters) {
            prepareAndTrain();
        } catch (InvalidDataException e) {
            fail(e.pointer(), -1, String.valueOf(e.getMessage()));
        } catch (InvalidCheckpointException e) {
            fail(ModelFolder.POINTER, -1, String.valueOf(e.getMessage()));
        } catch (RunException e) {
            if (!grants.released()) {
                fail(e.pointer(), e.suspectRank(), String.valueOf(e.getMessage()));
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error("job {} failed", words.job(), e);
            fail(null, -1, e.toString());
        }
    }

    private void fail(@Nullable String pointer, int suspectRank, String reason) {
        log.warn("job {} rank {}: {}", words.job(), words.rank(), reason);
        reports.accept(words.failed(activity.step(), activity.action(), pointer, suspectRank, reason));
    }

    private void prepareAndTrain() {
        Progress progress =
                new PacedProgress(WORK_REPORTED, (what, done, total) -> reports.accept(words.work(what, done, total)));
        activity.at(-1, "load data");
        LoadedData data = assignment.readsData() ? LoadedData.of(assignment.job(), dataRoot, progress) : null;
        activity.at(-1, "create weights");
        try (Stages stages = assignment.stages(backend, dataRoot, progress)) {
            activity.at(-1, "dial peers");
            network.connect(transport, assignment.assign().peers(), secret, maxFrameBytes);
            activity.at(-1, "wait for the first grant");
            reports.accept(prepared(stages, data == null ? null : data.length()));
            RunLength length = grants.awaitLength();
            Feed feed = data == null ? Feed.none() : data.feed(backend);
            train(stages, feed, length);
            activity.at(length.steps(), "write weights");
            String unsaved = save(stages, progress);
            reports.accept(new Finished(
                    words.job(),
                    words.attempt(),
                    words.rank(),
                    length.steps(),
                    WeightsHash.of(backend, stages),
                    unsaved));
            grants.awaitRelease();
        }
    }

    /** Writes the weights where they are wanted; says why if it cannot. */
    private @Nullable String save(Stages stages, Progress progress) {
        String folder = assignment.assign().modelFolder();
        if (folder == null) {
            return null;
        }
        try {
            WeightsFile.write(dataRoot.folder().resolve(folder), words.rank(), backend, stages, progress);
            return null;
        } catch (IOException e) {
            log.warn("job {} rank {}: its weights could not be written", words.job(), words.rank(), e);
            return "its weights could not be written: " + e;
        }
    }

    private void train(Stages stages, Feed feed, RunLength length) {
        Workspace work = new Workspace(assignment.rank(), recipe(length), backend, stages, network, feed, activity);
        try (RankExecutor executor = new RankExecutor(work, System::nanoTime)) {
            train(executor, new Evaluation(work), length);
        }
        Generation generation = assignment.job().generation();
        if (generation != null) {
            new Writing(assignment.job(), generation, work, dataRoot, words, reports).run(length.steps());
        }
    }

    private void train(RankExecutor executor, Evaluation evaluation, RunLength length) {
        for (long step = 0; step < length.steps(); step++) {
            executor.startClock();
            grants.awaitStep(step);
            executor.granted();
            reschedule(executor, step);
            StepOutcome outcome = executor.train(step, isRecorded(step));
            meters.record(outcome);
            reports.accept(words.step(outcome));
            if (evaluates(step + 1, length)) {
                Evaluation.Outcome result = evaluation.run(step + 1, assignment.microBatchSize());
                if (result != null) {
                    reports.accept(words.evaluation(step + 1, result));
                }
            }
        }
    }

    /** Takes the orders that begin with this step; they were said before it was granted. */
    private void reschedule(RankExecutor executor, long step) {
        for (Reschedule next = changes.peek(); next != null && next.fromStep() <= step; next = changes.peek()) {
            executor.reschedule(next.plan());
            changes.remove();
        }
    }

    private boolean isRecorded(long step) {
        int every = assignment.assign().recordEvery();
        return every > 0 && (step < RECORDED_FIRST || step % every == 0);
    }

    private boolean evaluates(long stepsDone, RunLength length) {
        if (length.validationSamples() == 0) {
            return false;
        }
        return stepsDone == length.steps()
                || switch (assignment.job().training().evaluateEvery()) {
                    case EPOCH -> stepsDone % length.stepsPerEpoch() == 0;
                    case END -> false;
                };
    }

    private Prepared prepared(Stages stages, @Nullable RunLength length) {
        long parameters = stages.parameters()
                .mapToLong(parameter -> parameter.value().shape().size())
                .sum();
        return new Prepared(words.job(), words.attempt(), words.rank(), length, parameters);
    }

    private Recipe recipe(RunLength length) {
        JobSpec job = assignment.job();
        return new Recipe(
                job.training().seed(),
                job.training().batchSize(),
                length,
                job.training().loss(),
                job.training().optimizer(),
                step -> job.training().learningRate(step, length.steps()),
                job.training().clipNorm(),
                job.training().memory(),
                job.data().segmented(),
                assignment.ties());
    }
}
