package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.Json;
import io.penstock.cli.client.TimelineView;
import io.penstock.cli.screen.Screen;
import io.penstock.cli.screen.StepText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows when each action of a step ran, beside when it was predicted to. */
@Command(name = "timeline", description = "Draws a recorded step of a job, measured above predicted.")
final class ShowTimeline implements Callable<Integer>, AnswersInJson {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Option(names = "--step", paramLabel = "N", description = "From 1; default: the newest that was recorded.")
    private @Nullable Long step;

    @ArgGroup
    private Form form = new Form();

    /** What is printed; a drawing if nothing is asked for. */
    static final class Form {

        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;

        @Option(names = "--chrome", paramLabel = "FILE", description = "Write a trace that opens in Perfetto.")
        private @Nullable Path chrome;
    }

    @Override
    public boolean json() {
        return form.json;
    }

    @Override
    public Integer call() throws IOException {
        try (Client client = job.client()) {
            if (form.chrome != null) {
                Files.writeString(form.chrome, client.trace(job.id(), step));
                output.out().println("wrote %s: open it at https://ui.perfetto.dev".formatted(form.chrome));
                return 0;
            }
            String answer = client.timeline(job.id(), step);
            if (form.json) {
                output.out().println(answer);
            } else {
                output.print(StepText.lines(Json.read(answer, TimelineView.class), Screen.current()));
            }
        }
        return 0;
    }
}
