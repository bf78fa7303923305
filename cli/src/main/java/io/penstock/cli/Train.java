package io.penstock.cli;

import io.penstock.cli.client.Json;
import io.penstock.cli.screen.Screen;
import io.penstock.cli.screen.Summary;
import io.penstock.cli.screen.TransferDisplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Trains one job from start to end, by default on a cluster of its own. */
@Command(
        name = "train",
        description = "Trains a job on local workers and ends with it; with --server, on that cluster.")
final class Train implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final LocalOptions local = new LocalOptions();

    @Parameters(paramLabel = "FILE", description = "The job specification.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--workers", paramLabel = "N", description = "Local workers; default: as the job asks.")
    private @Nullable Integer workers;

    @Option(names = "--export", paramLabel = "DIR", description = "Put the trained model there.")
    private @Nullable Path export;

    @Option(names = "--json", description = "Print one JSON object as the result.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.sinceProcessStart();
        try {
            return train(watch);
        } catch (IOException | RuntimeException e) {
            Failure failure = Failure.of(e);
            if (json && failure.exitCode() != Failure.INTERRUPTED) {
                double seconds = watch.secondsAt(System.nanoTime());
                printJson(Summary.withoutRun(failure.state(), failure.message(), failure.errors(), seconds));
            }
            throw e;
        }
    }

    private int train(Stopwatch watch) throws IOException, InterruptedException {
        JobFile job = JobFile.read(file);
        try (Target target = Target.of(server, local, workers == null ? job.workers() : workers, export != null)) {
            Run run = new Run(target, watch, json ? output.err() : output.out());
            Run.Result result = run.follow(target.client().submit(job.text()).id());
            if (json) {
                printJson(result.summary());
            } else {
                output.print(result.text());
            }
            if (export != null && result.exitCode() == 0) {
                export(target, result.job().id(), export);
            }
            return result.exitCode();
        }
    }

    /** What was stored for this command alone goes away with its cluster. */
    private void export(Target target, String id, Path folder) throws IOException {
        TransferDisplay display = new TransferDisplay(output.err(), Screen.isTerminal(), System::nanoTime);
        new ModelDownload(target.client(), display).fetch(id, folder);
        output.err().println("wrote the model to " + folder);
        if (target.cluster().isPresent()) {
            target.client().delete(id);
        }
    }

    private void printJson(Summary summary) {
        output.out().println(Json.text(summary));
    }
}
