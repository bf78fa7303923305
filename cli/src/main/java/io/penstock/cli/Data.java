package io.penstock.cli;

import io.penstock.cli.data.FashionMnist;
import io.penstock.cli.data.KingJamesBible;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Fetches data sets that are too large for the repository. */
@Command(name = "data", description = "Fetches data sets.")
final class Data {

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--data-root",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Where job files find their data.")
    private @Nullable Path dataRoot;

    @Command(name = "fashion-mnist", description = "Fetches Fashion-MNIST: 60,000 + 10,000 images, 31 MB.")
    int fashionMnist() throws IOException, InterruptedException {
        new FashionMnist(root().resolve("fashion-mnist"), output.out()).fetch();
        return 0;
    }

    @Command(name = "kjv", description = "Fetches the King James Bible as text, one verse a line: kjv.txt, 4.1 MB.")
    int kjv() throws IOException, InterruptedException {
        new KingJamesBible(root(), output.out()).fetch();
        return 0;
    }

    private Path root() {
        return dataRoot == null ? Installation.current().dataRoot() : dataRoot;
    }
}
