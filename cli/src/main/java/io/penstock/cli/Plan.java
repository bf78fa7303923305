package io.penstock.cli;

import io.penstock.cli.client.Json;
import io.penstock.cli.client.PlanView;
import io.penstock.cli.screen.PlanText;
import io.penstock.cli.screen.Screen;
import io.penstock.common.schedule.ScheduleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows how a job would run, without running it. */
@Command(
        name = "plan",
        description = "Shows how a job would be cut and scheduled; starts an orchestrator for it if none is there.")
final class Plan implements Callable<Integer>, AnswersInJson {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final LocalOptions local = new LocalOptions();

    @Parameters(paramLabel = "FILE", description = "The job specification.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @ArgGroup
    private Form form = new Form();

    /** What is printed; a drawing if nothing is asked for. */
    static final class Form {

        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;

        @Option(names = "--csv", description = "Print the table.")
        private boolean csv;
    }

    @Override
    public boolean json() {
        return form.json;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobFile job = JobFile.read(file);
        try (Target target = Target.present(server, local)) {
            print(target.client().plan(job.text()));
        }
        return 0;
    }

    private void print(String answer) {
        if (form.json) {
            output.out().println(answer);
            return;
        }
        PlanView plan = Json.read(answer, PlanView.class);
        if (form.csv) {
            output.out().print(ScheduleText.print(plan.table()));
            output.out().flush();
        } else {
            output.print(PlanText.lines(plan, Screen.current()));
        }
    }
}
