package io.penstock.cli;

import io.penstock.cli.data.FashionMnist;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fetches data sets that are too large for the repository. */
@Command(name = "data", description = "Fetches data sets.")
final class Data {

    @Mixin
    private final Output output = new Output();

    @Command(name = "fashion-mnist", description = "Fetches Fashion-MNIST: 60,000 + 10,000 images, 31 MB.")
    int fashionMnist(
            @Option(names = "--data-root", paramLabel = "DIR", description = "Where job files find their data.")
                    @Nullable
                    Path dataRoot)
            throws IOException, InterruptedException {
        Path root = dataRoot == null ? Installation.current().dataRoot() : dataRoot;
        new FashionMnist(root.resolve("fashion-mnist"), output.out()).fetch();
        return 0;
    }
}
