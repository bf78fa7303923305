package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.ModelFiles;
import io.penstock.cli.screen.Screen;
import io.penstock.cli.screen.TransferDisplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Downloads what a job has trained. */
@Command(name = "export", description = "Downloads a trained model: config.json and safetensors.")
final class Export implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final JobReference job = new JobReference();

    @Parameters(index = "1", paramLabel = "DIR", description = "Where the files go.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        try (Client client = job.client()) {
            TransferDisplay display = new TransferDisplay(output.err(), Screen.isTerminal(), System::nanoTime);
            ModelFiles model = new ModelDownload(client, display).fetch(job.id(), folder);
            output.out().println("wrote %d files to %s".formatted(model.files().size(), folder));
        }
        return 0;
    }
}
