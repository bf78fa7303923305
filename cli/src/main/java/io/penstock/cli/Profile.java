package io.penstock.cli;

import io.penstock.cli.client.AdviceView;
import io.penstock.cli.client.Client;
import io.penstock.cli.client.Json;
import io.penstock.cli.client.ProfileView;
import io.penstock.cli.screen.AdviceText;
import io.penstock.cli.screen.ProfileText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Measures what a job's stages cost in a short run of it. */
@Command(
        name = "profile",
        description = "Runs a few steps of a job, on local workers or with --server on that cluster, and shows what its"
                + " stages cost and what would make it faster.")
final class Profile implements Callable<Integer>, AnswersInJson {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final LocalOptions local = new LocalOptions();

    @Parameters(paramLabel = "FILE", description = "The job specification.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    /** So many that two are recorded after the warm-up: the first four are, and then every sixteenth. */
    @Option(names = "--steps", paramLabel = "N", description = "Steps to run. Default: ${DEFAULT-VALUE}.")
    private int steps = 33;

    @Option(names = "--workers", paramLabel = "N", description = "Local workers; default: as the job asks.")
    private @Nullable Integer workers;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public boolean json() {
        return json;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Stopwatch watch = Stopwatch.sinceProcessStart();
        JobFile job = JobFile.read(file);
        String run = job.shortened(steps);
        try (Target target = Target.of(server, local, workers == null ? job.workers() : workers)) {
            Client client = target.client();
            String id = client.submit(run).id();
            Run.Result result = new Run(target, watch, output.err()).follow(id);
            if (!result.job().isSucceeded()) {
                output.print(result.text());
                return result.exitCode();
            }
            print(id, client.profile(id), client.advice(id));
        }
        return 0;
    }

    private void print(String id, String profile, String advice) {
        if (json) {
            ObjectNode both = Json.MAPPER.createObjectNode().put("job", id);
            both.set("profile", Json.MAPPER.readTree(profile));
            both.set("advice", Json.MAPPER.readTree(advice));
            output.out().println(both);
            return;
        }
        output.print(ProfileText.lines(Json.read(profile, ProfileView.class)));
        output.out().println();
        output.print(AdviceText.lines(Json.read(advice, AdviceView.class)));
    }
}
