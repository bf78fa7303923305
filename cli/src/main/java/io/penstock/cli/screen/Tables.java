package io.penstock.cli.screen;

import io.penstock.cli.client.JobPage;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.JobView.Progress;
import io.penstock.cli.client.WorkerView;
import java.util.List;

/** Lists of jobs and workers as tables. */
public final class Tables {

    private Tables() {}

    public static List<String> jobs(JobPage page) {
        Table table = new Table("job", "name", "state", "step", "loss", "samples/s");
        for (JobView job : page.jobs()) {
            Progress progress = job.progress();
            table.row(
                    job.id(),
                    job.name(),
                    job.state(),
                    progress == null ? null : progress.step() + "/" + progress.steps(),
                    Numbers.loss(job.loss()),
                    Numbers.count(job.samplesPerSecond()));
        }
        if (table.isEmpty()) {
            return List.of("no jobs");
        }
        List<String> lines = table.lines();
        if (page.next() != null) {
            lines.add("older jobs are not shown");
        }
        return lines;
    }

    public static List<String> workers(List<WorkerView> workers) {
        Table table = new Table("worker", "state", "host", "backend", "device", "GFLOP/s", "job", "rank");
        for (WorkerView worker : workers) {
            table.row(
                    worker.worker(),
                    worker.state(),
                    worker.host(),
                    worker.backend(),
                    worker.device(),
                    Numbers.count(worker.gigaflops()),
                    worker.job(),
                    worker.rank());
        }
        return table.isEmpty() ? List.of("no workers") : table.lines();
    }
}
