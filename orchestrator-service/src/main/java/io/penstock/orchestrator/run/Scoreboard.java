package io.penstock.orchestrator.run;

import io.penstock.common.control.EvaluationReport;
import io.penstock.common.control.Hello;
import io.penstock.common.control.RunLength;
import io.penstock.common.plan.Plan;
import io.penstock.common.simulate.Bubble;
import io.penstock.orchestrator.job.Measurements;
import io.penstock.orchestrator.job.Measurements.Progress;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.job.WorkerShare;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keeps what is known of a run so far. Nothing is known before somebody has reported it. */
final class Scoreboard {

    private final Crew crew;
    private final Plan plan;
    private final boolean tokens;
    private final RecentSteps recent = new RecentSteps();
    private final WorkerShare.State[] states;
    private final @Nullable String[] hashes;
    private @Nullable RunLength length;
    private @Nullable Long parameters;
    private @Nullable Double loss;
    private @Nullable Double gradientNorm;
    private @Nullable EvaluationReport evaluation;
    private @Nullable String generated;
    private Bubble predicted;
    private long done;
    private long skipped;

    /** @param tokens true if the loss is that of a token */
    Scoreboard(Crew crew, Plan plan, boolean tokens) {
        this.crew = crew;
        this.plan = plan;
        this.tokens = tokens;
        this.predicted = plan.predicted();
        this.states = new WorkerShare.State[crew.ranks()];
        this.hashes = new String[crew.ranks()];
        Arrays.fill(states, WorkerShare.State.STARTING);
    }

    void started(RunLength known, long trainable) {
        length = known;
        parameters = trainable;
        Arrays.fill(states, WorkerShare.State.RUNNING);
    }

    void stepped(StepRow row, Bubble prediction) {
        recent.add(row);
        done = row.step();
        loss = row.loss() == null ? loss : row.loss();
        gradientNorm = row.gradientNorm() == null ? gradientNorm : row.gradientNorm();
        skipped += row.skipped() ? 1 : 0;
        predicted = prediction;
    }

    void evaluated(EvaluationReport report) {
        evaluation = report;
    }

    void generated(String text) {
        generated = text;
    }

    void state(int rank, WorkerShare.State state) {
        states[rank] = state;
    }

    void finished(int rank, String weightsHash) {
        states[rank] = WorkerShare.State.FINISHED;
        hashes[rank] = weightsHash;
    }

    /** What the workers are when nothing is to be done any more. */
    void ended() {
        for (int rank = 0; rank < states.length; rank++) {
            if (states[rank] != WorkerShare.State.FINISHED) {
                states[rank] = switch (crew.of(rank).state()) {
                    case LOST -> WorkerShare.State.LOST;
                    case LEFT -> WorkerShare.State.LEFT;
                    case IDLE, BUSY -> WorkerShare.State.RELEASED;
                };
            }
        }
    }

    /** True if all ranks have been ready. */
    boolean hasStarted() {
        return length != null;
    }

    double stepSeconds() {
        return recent.stepSeconds();
    }

    Measurements measurements() {
        return new Measurements(
                length == null ? null : progress(length),
                loss,
                evaluation == null ? null : evaluation.loss(),
                evaluation == null ? null : evaluation.accuracy(),
                perplexity(),
                gradientNorm,
                recent.isEmpty() ? null : recent.samplesPerSecond(),
                recent.bubble(),
                predicted,
                parameters,
                skipped,
                generated,
                IntStream.range(0, crew.ranks()).mapToObj(this::share).toList());
    }

    private @Nullable Double perplexity() {
        Double mean = evaluation == null ? loss : evaluation.loss();
        return tokens && mean != null ? Math.exp(mean) : null;
    }

    private Progress progress(RunLength known) {
        long perEpoch = Math.max(1, known.stepsPerEpoch());
        return new Progress(
                done,
                known.steps(),
                Math.max(1, (done + perEpoch - 1) / perEpoch),
                (known.steps() + perEpoch - 1) / perEpoch,
                recent.isEmpty() ? null : (known.steps() - done) * recent.stepSeconds());
    }

    private WorkerShare share(int rank) {
        Hello hello = crew.of(rank).hello();
        List<Integer> stages = plan.table().stages().stagesOf(rank).boxed().toList();
        return new WorkerShare(
                hello.worker(),
                rank,
                hello.device(),
                hello.backend(),
                stages,
                stages.stream().map(plan.partition()::get).toList(),
                states[rank],
                recent.isEmpty() ? null : recent.wallSeconds(rank),
                recent.isEmpty() ? null : recent.busySeconds(rank),
                recent.isEmpty() ? null : recent.idleSeconds(rank),
                hashes[rank]);
    }
}
