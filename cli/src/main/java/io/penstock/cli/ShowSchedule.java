package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.Json;
import io.penstock.cli.client.RefusedException;
import io.penstock.cli.client.Switched;
import io.penstock.common.schedule.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the table that a job executes, or has it go over to another one between two steps. */
@Command(name = "schedule", description = "Prints a job's table, or switches the job to another one while it runs.")
final class ShowSchedule implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "A schedule to switch to, or auto.")
    private @Nullable String name;

    @Option(names = "--csv", paramLabel = "FILE", description = "A table of your own to switch to.")
    private @Nullable Path csv;

    @Option(names = "--dialect", paramLabel = "NAME", description = "Of FILE: pytorch or old. Default: pytorch.")
    private Dialect dialect = Dialect.PYTORCH;

    @Override
    public Integer call() throws IOException {
        Object wanted = wanted();
        try (Client client = job.client()) {
            if (wanted == null) {
                output.out().print(client.schedule(job.id()));
                output.out().flush();
            } else {
                String answer = client.reschedule(job.id(), Json.text(Map.of("schedule", wanted)));
                Switched switched = Json.read(answer, Switched.class);
                output.out().println("%s from step %d".formatted(switched.schedule(), switched.fromStep()));
            }
        }
        return 0;
    }

    private @Nullable Object wanted() throws IOException {
        if (csv == null) {
            return name;
        }
        if (name != null) {
            throw new RefusedException("%s and --csv %s are two schedules: give one".formatted(name, csv), List.of());
        }
        try {
            return Map.of(
                    "csv", Files.readString(csv), "dialect", dialect.name().toLowerCase(Locale.ROOT));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no table %s".formatted(csv), e);
        }
    }
}
