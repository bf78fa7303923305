package io.penstock.cli;

import io.penstock.cli.client.Json;
import io.penstock.cli.doctor.Doctor;
import io.penstock.cli.doctor.Finding;
import io.penstock.cli.doctor.Level;
import io.penstock.cli.doctor.ThisMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what this machine lacks to run Penstock, and what to do about it. */
@Command(name = "doctor", description = "Checks whether this machine can run Penstock, one line each with the fix.")
final class Examine implements Callable<Integer>, AnswersInJson {

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Local workers that are to run here; default: ${DEFAULT-VALUE}.")
    private int workers = 4;

    @Option(names = "--data-root", paramLabel = "DIR", description = "Where job files find their data.")
    private @Nullable Path dataRoot;

    @Option(names = "--state", paramLabel = "DIR", description = "Database and logs; default: .penstock.")
    private @Nullable Path state;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /**
     * The result for programs.
     *
     * @param healthy false if there is a problem
     */
    private record Report(boolean healthy, List<Finding> findings) {}

    @Override
    public Integer call() {
        Installation here = Installation.current();
        List<Finding> findings = new Doctor(new Doctor.Subject(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        here.workerJar(),
                        dataRoot == null ? here.dataRoot() : dataRoot,
                        state == null ? here.state() : state,
                        workers))
                .examine(new ThisMachine());
        boolean healthy = findings.stream().noneMatch(finding -> finding.level() == Level.PROBLEM);
        if (json) {
            output.out().println(Json.text(new Report(healthy, findings)));
        } else {
            output.print(findings.stream().map(Finding::text).toList());
        }
        return healthy ? 0 : Failure.JOB_FAILED;
    }

    @Override
    public boolean json() {
        return json;
    }
}
