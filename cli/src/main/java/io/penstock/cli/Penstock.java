package io.penstock.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code penstock} command. Exit codes: 0 done, 1 failed, 2 refused, 130 interrupted. */
@Command(
        name = "penstock",
        description = "Pipeline-parallel training of neural networks.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            Train.class,
            Up.class,
            Submit.class,
            ListJobs.class,
            Status.class,
            Watch.class,
            Stop.class,
            ListWorkers.class,
            Plan.class,
            Simulate.class,
            Profile.class,
            ShowTimeline.class,
            ShowAdvice.class,
            ShowSchedule.class,
            Generate.class,
            Export.class,
            Data.class,
            ImportOnnx.class,
            Examine.class,
            Version.class
        })
public final class Penstock {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Penstock())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((cause, command, parsed) -> Failure.report(cause, command));
    }
}
