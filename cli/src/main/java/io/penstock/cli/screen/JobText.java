package io.penstock.cli.screen;

import io.penstock.cli.client.FieldError;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.JobView.Progress;
import io.penstock.cli.client.WorkerRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A job as a person reads it: state, reasons, results and what each worker did in a step. */
public final class JobText {

    private static final int BAR_WIDTH = 20;

    private JobText() {}

    /** The job as it stands now. */
    public static List<String> status(JobView job) {
        return lines(job, steps(job));
    }

    /** The job at the end of a command that saw it run. */
    public static List<String> summary(JobView job, Summary summary) {
        Double first = summary.firstStepSeconds();
        String since = first == null ? "" : ", the first after %s s".formatted(Numbers.fixed(first));
        return lines(job, "%s in %s s%s".formatted(steps(job), Numbers.fixed(summary.seconds()), since));
    }

    /** One line a field error, {@code /parallelism/pipeline: ...}. */
    public static List<String> errors(List<FieldError> errors) {
        return errors.stream()
                .map(error -> "  %s: %s".formatted(error.pointer(), error.detail()))
                .toList();
    }

    private static List<String> lines(JobView job, String headline) {
        List<String> lines = new ArrayList<>();
        lines.add("%s %s: %s".formatted(job.title(), job.state(), headline));
        if (job.reason() != null) {
            lines.add("  " + job.reason());
        }
        lines.addAll(errors(job.errors()));
        lines.addAll(results(job));
        if (!job.workers().isEmpty()) {
            lines.add("");
            lines.addAll(workers(job.workers()));
        }
        if (job.generated() != null) {
            lines.add("");
            lines.addAll(job.generated().lines().toList());
        }
        return lines;
    }

    private static String steps(JobView job) {
        Progress progress = job.progress();
        String steps =
                progress == null ? "no steps yet" : "%d of %d steps".formatted(progress.step(), progress.steps());
        Double left = progress == null || job.isFinished() ? null : progress.remainingSeconds();
        String rest = left == null ? "" : ", %s left".formatted(Numbers.clock(left));
        return job.skippedSteps() == 0 ? steps + rest : "%s (%d skipped)%s".formatted(steps, job.skippedSteps(), rest);
    }

    private static List<String> results(JobView job) {
        List<String> lines = new ArrayList<>();
        lines.add("  loss                 " + Numbers.loss(job.loss()));
        if (job.validationAccuracy() != null) {
            lines.add("  validation accuracy  " + Numbers.percent(job.validationAccuracy()));
        }
        if (job.perplexity() != null) {
            lines.add("  perplexity           " + Numbers.fixed(job.perplexity()));
        }
        lines.add("  throughput           %s samples/s".formatted(Numbers.count(job.samplesPerSecond())));
        lines.add("  bubble measured      " + Numbers.bubble(job.bubble()));
        lines.add("  bubble predicted     " + Numbers.bubble(job.predictedBubble()));
        return lines;
    }

    private static List<String> workers(List<WorkerRow> workers) {
        Table table = new Table("  worker", "rank", "stages", "device", "busy ms", "idle ms", "busy share");
        for (WorkerRow worker : workers) {
            table.row(
                    "  " + worker.worker(),
                    worker.rank(),
                    worker.stages().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                    worker.device(),
                    Numbers.millis(worker.busy()),
                    Numbers.millis(worker.idle()),
                    bar(worker));
        }
        return table.lines();
    }

    private static String bar(WorkerRow worker) {
        double wall = worker.busy() + worker.idle();
        if (wall == 0) {
            return "-";
        }
        double share = worker.busy() / wall;
        int filled = (int) Math.round(share * BAR_WIDTH);
        return "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + " " + Numbers.percent(share);
    }
}
