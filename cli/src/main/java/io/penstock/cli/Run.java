package io.penstock.cli;

import io.penstock.cli.client.Follower;
import io.penstock.cli.client.JobView;
import io.penstock.cli.cluster.StateDirectory;
import io.penstock.cli.screen.JobText;
import io.penstock.cli.screen.ProgressDisplay;
import io.penstock.cli.screen.Screen;
import io.penstock.cli.screen.Summary;
import java.io.PrintWriter;
import java.util.List;

/** Follows one job on the screen to its end. */
final class Run {

    private final Target target;
    private final Stopwatch watch;
    private final PrintWriter screen;

    Run(Target target, Stopwatch watch, PrintWriter screen) {
        this.target = target;
        this.watch = watch;
        this.screen = screen;
    }

    /** A job's end, for machines and for people. */
    record Result(JobView job, Summary summary) {

        int exitCode() {
            return job.isSucceeded() ? 0 : Failure.JOB_FAILED;
        }

        List<String> text() {
            return JobText.summary(job, summary);
        }
    }

    Result follow(String id) throws InterruptedException {
        ProgressDisplay display = new ProgressDisplay(screen, Screen.isTerminal(), System::nanoTime);
        JobView job = new Follower(target.client(), display, target::checkAlive).follow(id);
        display.finish();
        target.checkAlive();
        if (!job.isSucceeded()) {
            target.cluster().ifPresent(cluster -> keep(cluster.state()));
        }
        Long first = display.firstStepNanos();
        Double firstSeconds = first == null ? null : Double.valueOf(watch.secondsAt(first));
        return new Result(job, Summary.of(job, watch.secondsAt(System.nanoTime()), firstSeconds));
    }

    private void keep(StateDirectory state) {
        state.keep();
        screen.println("logs are kept in " + state.path());
    }
}
