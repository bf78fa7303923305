package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.JobView;
import io.penstock.cli.client.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Has the model of a finished job write, by a job of its own that trains nothing. */
@Command(name = "generate", description = "Lets a trained gpt2 or llama model write on from a prompt.")
final class Generate implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Option(names = "--prompt", required = true, paramLabel = "TEXT", description = "What the text begins with.")
    @SuppressWarnings("NullAway.Init")
    private String prompt;

    @Option(names = "--max-tokens", defaultValue = "100", description = "Tokens to add (default: ${DEFAULT-VALUE}).")
    private int maxTokens;

    @Option(
            names = "--temperature",
            defaultValue = "0",
            description = "0 for the most probable token each time, more for more variety (default: ${DEFAULT-VALUE}).")
    private double temperature;

    @Option(names = "--top-k", description = "Draws among so many of the most probable tokens (default: all).")
    private @Nullable Integer topK;

    @Option(names = "--seed", defaultValue = "0", description = "Keys the draws (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = job.client()) {
            JobView writing = client.submit(specification(client).toString());
            Run.Result result =
                    new Run(Target.of(client), Stopwatch.sinceProcessStart(), output.err()).follow(writing.id());
            JobView end = client.job(writing.id());
            if (end.generated() == null) {
                output.print(result.text());
            } else {
                output.out().println(end.generated());
            }
            return result.exitCode();
        }
    }

    /** The trained job with its result as the model, no step of training, and the text to write. */
    private ObjectNode specification(Client client) {
        ObjectNode specification = (ObjectNode) client.specification(job.id());
        specification.remove("id");
        specification.put("name", "generate");
        specification.set("model", Json.MAPPER.createObjectNode().put("from", ".penstock-models/" + job.id()));
        ObjectNode training = (ObjectNode) specification.get("training");
        training.remove("epochs");
        training.remove("learningRateSchedule");
        training.put("steps", 0);
        ObjectNode generation = Json.MAPPER
                .createObjectNode()
                .put("prompt", prompt)
                .put("maxTokens", maxTokens)
                .put("temperature", temperature)
                .put("seed", seed);
        if (topK != null) {
            generation.put("topK", topK);
        }
        specification.set("generation", generation);
        return specification;
    }
}
