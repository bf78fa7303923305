package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.screen.JobText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one job as it stands. */
@Command(name = "status", description = "Shows one job as it stands.")
final class Status implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Override
    public Integer call() {
        try (Client client = job.client()) {
            output.print(JobText.status(client.job(job.id())));
        }
        return 0;
    }
}
