package io.penstock.cli.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Debian packages, downloaded and unpacked without being installed; closing deletes all of it. */
final class DebianPackages implements Closeable {

    private static final Duration DEADLINE = Duration.ofMinutes(15);

    private final Path work;

    private DebianPackages(Path work) {
        this.work = work;
    }

    /**
     * Fetches packages into a folder beside the data.
     *
     * @param apt the program that downloads
     * @throws IOException in words, if one cannot be had
     */
    static DebianPackages fetch(Path folder, String apt, List<String> names) throws IOException, InterruptedException {
        DebianPackages packages = new DebianPackages(Files.createTempDirectory(folder, "download"));
        try {
            List<String> download = new ArrayList<>(List.of(apt, "download"));
            download.addAll(names);
            packages.run(new ProcessBuilder(download).inheritIO());
            packages.run(new ProcessBuilder("sh", "-ce", "for deb in ./*.deb; do dpkg -x \"$deb\" unpacked; done")
                    .inheritIO());
            return packages;
        } catch (IOException | InterruptedException e) {
            packages.close();
            throw e;
        }
    }

    /** The folder that stands for the root of the system. */
    Path root() {
        return work.resolve("unpacked");
    }

    /** An unpacked file. */
    Path find(String name) throws IOException {
        try (Stream<Path> tree = Files.walk(work)) {
            return tree.filter(path -> path.endsWith(name))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the package holds no " + name));
        }
    }

    /** Runs a program in the folder of the downloads, or its own. */
    void run(ProcessBuilder builder) throws IOException, InterruptedException {
        String name = builder.command().getFirst();
        if (builder.directory() == null) {
            builder.directory(work.toFile());
        }
        Process process = start(builder, name);
        try {
            if (!process.waitFor(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("%s did not end within %d minutes".formatted(name, DEADLINE.toMinutes()));
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException("%s ended with exit code %d".formatted(name, process.exitValue()));
        }
    }

    private static Process start(ProcessBuilder builder, String name) throws IOException {
        try {
            return builder.start();
        } catch (IOException missing) {
            throw new IOException(name + " is not there", missing);
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> tree = Files.walk(work)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
