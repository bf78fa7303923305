package io.penstock.cli;

import io.penstock.cli.client.Json;
import io.penstock.cli.client.RefusedException;
import io.penstock.cli.screen.Screen;
import io.penstock.cli.screen.SimulationText;
import io.penstock.cli.simulate.Pairs;
import io.penstock.cli.simulate.Question;
import io.penstock.cli.simulate.Refusal;
import io.penstock.cli.simulate.Simulation;
import io.penstock.cli.simulate.SimulationView;
import io.penstock.common.draw.TimelineSvg;
import io.penstock.common.plan.Objective;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.schedule.InvalidScheduleException;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves and simulates a schedule with given costs, without any server. */
@Command(
        name = "simulate",
        description = "Proves a schedule and predicts its step: times, both bubbles, memory. Needs no server.")
final class Simulate implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final TableOptions table = new TableOptions();

    @Mixin
    private final CostOptions costs = new CostOptions();

    @Option(
            names = "--buffer-depth",
            paramLabel = "N",
            description = "Frames that may wait on a link; default: enough.")
    private @Nullable Integer bufferDepth;

    @Option(
            names = "--pairs",
            paramLabel = "HOW",
            description = "Overlapped pairs run in sequence, as a CPU worker runs them, or atomic. Default: sequence.")
    private Pairs pairs = Pairs.SEQUENCE;

    @Option(
            names = "--objective",
            paramLabel = "WHAT",
            description = "What auto makes short: makespan or span. Default: makespan.")
    private Objective objective = Objective.MAKESPAN;

    @ArgGroup
    private Form form = new Form();

    /** What is printed; a summary if nothing is asked for. */
    static final class Form {

        @Option(names = "--draw", description = "Draw the timeline.")
        private boolean draw;

        @Option(names = "--print-csv", description = "Print the table.")
        private boolean csv;

        @Option(
                names = "--lower",
                description = "Print the table with sends and receives, as PyTorch's runtime has it.")
        private boolean lower;

        @Option(names = "--svg", description = "Print the timeline as a picture.")
        private boolean svg;

        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;
    }

    @Override
    public Integer call() throws IOException {
        try {
            print(table.isAuto() ? best() : given());
            return 0;
        } catch (InvalidScheduleException e) {
            output.print(form.json ? List.of(Json.text(Refusal.of(e))) : SimulationText.refusal(e));
            return Failure.REFUSED;
        } catch (IllegalArgumentException e) {
            String detail = OptionNames.translate(String.valueOf(e.getMessage()));
            output.out().println(form.json ? Json.text(Refusal.of(detail)) : SimulationText.INVALID);
            throw new RefusedException(detail, List.of());
        }
    }

    private Simulation best() {
        PlanRequest request = new PlanRequest(
                PlanRequest.AUTO, null, table.ranks(), table.chunks(), List.of(table.microBatches()), objective);
        return Simulation.best(request, costs.workload(table.ranks()));
    }

    private Simulation given() throws IOException {
        ScheduleTable written = table.table();
        return Simulation.of(new Question(
                table.name(), written, costs.workload(written.stages().ranks()), pairs, bufferDepth));
    }

    private void print(Simulation simulation) {
        if (form.json) {
            output.out().println(Json.text(SimulationView.of(simulation)));
        } else if (form.csv) {
            output.out().print(ScheduleText.print(simulation.compute()));
        } else if (form.lower) {
            output.out().print(ScheduleText.print(simulation.executable()));
        } else if (form.svg) {
            output.out()
                    .print(TimelineSvg.of(
                            simulation.schedule(),
                            simulation.timeline(),
                            simulation.lowered().stages()));
        } else {
            output.print(SimulationText.lines(simulation, form.draw, Screen.current()));
        }
        output.out().flush();
    }
}
