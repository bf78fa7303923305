package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.UnreachableException;
import io.penstock.cli.cluster.LocalCluster;
import io.penstock.cli.screen.PlanText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows how a job would run, without running it. */
@Command(
        name = "plan",
        description = "Shows how a job would be cut and scheduled; starts an orchestrator for it if none is there.")
final class Plan implements Callable<Integer> {

    private static final int NO_WORKERS = 0;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final LocalOptions local = new LocalOptions();

    @Parameters(paramLabel = "FILE", description = "The job specification.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobFile job = JobFile.read(file);
        try (Target target = open()) {
            output.print(PlanText.lines(target.client().plan(job.text())));
        }
        return 0;
    }

    private Target open() throws IOException, InterruptedException {
        Client client = server.client();
        if (server.isGiven() || answers(client)) {
            return Target.of(client);
        }
        client.close();
        LocalCluster cluster = LocalCluster.start(local.privateCluster(NO_WORKERS));
        return new Target(server.client(cluster.api()), Optional.of(cluster));
    }

    private static boolean answers(Client client) {
        try {
            client.version();
            return true;
        } catch (UnreachableException nobody) {
            return false;
        }
    }
}
