package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks for the end of a job. */
@Command(name = "stop", description = "Stops a job.")
final class Stop implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Override
    public Integer call() {
        try (Client client = job.client()) {
            client.stop(job.id());
            output.out().println("stopping " + job.id());
        }
        return 0;
    }
}
