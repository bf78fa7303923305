package io.penstock.stage.worker;

import io.penstock.common.control.EvaluationReport;
import io.penstock.common.control.Failed;
import io.penstock.common.control.GenerationReport;
import io.penstock.common.control.StepReport;
import io.penstock.common.control.WorkReport;
import io.penstock.stage.runtime.Evaluation;
import io.penstock.stage.runtime.StepOutcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a run knows into what the orchestrator is told. Numbers that do not exist (not finite) are absent.
 *
 * @param attempt the run's fence
 */
record Reports(String job, long attempt, int rank) {

    StepReport step(StepOutcome outcome) {
        return new StepReport(
                job,
                attempt,
                rank,
                outcome.step(),
                outcome.samples(),
                outcome.learningRate(),
                outcome.wallSeconds(),
                outcome.busySeconds(),
                outcome.idleSeconds(),
                outcome.firstStartNanos(),
                outcome.lastEndNanos(),
                outcome.computeSeconds(),
                outcome.costs(),
                Map.of("forward", outcome.sentForwardBytes(), "backward", outcome.sentBackwardBytes()),
                outcome.peakMicroBatches(),
                outcome.activationBytes(),
                finite(outcome.gradientNorm()),
                outcome.skipped(),
                finite(outcome.loss()),
                outcome.timeline());
    }

    EvaluationReport evaluation(long step, Evaluation.Outcome outcome) {
        return new EvaluationReport(
                job, attempt, step, outcome.samples(), finite(outcome.loss()), finite(outcome.accuracy()));
    }

    GenerationReport generation(int tokens, String text) {
        return new GenerationReport(job, attempt, tokens, text);
    }

    WorkReport work(String what, long done, long total) {
        return new WorkReport(job, attempt, what, done, total);
    }

    Failed failed(long step, @Nullable String action, @Nullable String pointer, int suspectRank, String reason) {
        return new Failed(job, attempt, rank, step, action, pointer, suspectRank, reason);
    }

    private static @Nullable Double finite(@Nullable Double value) {
        return value != null && Double.isFinite(value) ? value : null;
    }
}
