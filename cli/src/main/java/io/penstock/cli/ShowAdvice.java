package io.penstock.cli;

import io.penstock.cli.client.AdviceView;
import io.penstock.cli.client.Client;
import io.penstock.cli.client.Json;
import io.penstock.cli.screen.AdviceText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what a job's bubble is made of and what would make its steps shorter. */
@Command(name = "advice", description = "Says what a job's bubble is made of and what would shrink it.")
final class ShowAdvice implements Callable<Integer>, AnswersInJson {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public boolean json() {
        return json;
    }

    @Override
    public Integer call() {
        try (Client client = job.client()) {
            String answer = client.advice(job.id());
            output.print(json ? List.of(answer) : AdviceText.lines(Json.read(answer, AdviceView.class)));
        }
        return 0;
    }
}
