package io.penstock.cli;

import io.penstock.cli.client.Client;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Follows a job that runs elsewhere; leaving does not stop it. */
@Command(name = "watch", description = "Follows a job to its end.")
final class Watch implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = job.client()) {
            Run.Result result =
                    new Run(Target.of(client), Stopwatch.sinceProcessStart(), output.out()).follow(job.id());
            output.print(result.text());
            return result.exitCode();
        }
    }
}
