package io.penstock.cli.screen;

import io.penstock.cli.client.Evaluation;
import io.penstock.cli.client.JobListener;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.JobView.Progress;
import io.penstock.cli.client.StepRow;
import io.penstock.cli.client.Work;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Shows a job's course: a line for each new state, and one live line for the steps. */
public final class ProgressDisplay implements JobListener {

    private final LiveLine line;
    private final LongSupplier nanoTime;
    private final Pace pace = new Pace();
    private String state = "";
    private @Nullable Progress progress;
    private @Nullable Double accuracy;
    private @Nullable Long firstStepNanos;
    private @Nullable String shownWork;

    public ProgressDisplay(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.line = new LiveLine(out, terminal);
        this.nanoTime = nanoTime;
    }

    @Override
    public void onState(JobView job) {
        progress = job.progress();
        accuracy = job.validationAccuracy() == null ? accuracy : job.validationAccuracy();
        String shown = job.reason() == null ? job.state() : job.state() + ": " + job.reason();
        if (!shown.equals(state) && !job.isFinished()) {
            line.print(shown);
        }
        state = shown;
    }

    @Override
    public void onStep(StepRow row) {
        long now = nanoTime.getAsLong();
        if (shownWork != null) {
            shownWork = null;
            line.startOver();
        }
        firstStepNanos = firstStepNanos == null ? Long.valueOf(now) : firstStepNanos;
        pace.mark(row.step(), now);
        long steps = progress == null ? 0 : progress.steps();
        double share = steps == 0 ? 0 : (double) row.step() / steps;
        Double remaining = pace.remainingSeconds(row.step(), steps, now);
        line.update(new ProgressLine(row, steps, accuracy, remaining).text(), share, now);
    }

    @Override
    public void onEvaluation(Evaluation evaluation) {
        accuracy = evaluation.accuracy() == null ? accuracy : evaluation.accuracy();
    }

    @Override
    public void onWork(Work work) {
        if (!work.what().equals(shownWork)) {
            shownWork = work.what();
            line.startOver();
        }
        String text =
                "%s %,d of %,d (%s)".formatted(work.what(), work.done(), work.total(), Numbers.percent(work.share()));
        line.update(text, work.share(), nanoTime.getAsLong());
    }

    public void finish() {
        line.finish();
    }

    /** When the first step was heard of, as {@link System#nanoTime()}; null before. */
    public @Nullable Long firstStepNanos() {
        return firstStepNanos;
    }
}
