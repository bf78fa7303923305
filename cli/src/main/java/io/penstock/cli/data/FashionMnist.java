package io.penstock.cli.data;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Puts the four files of Fashion-MNIST into a folder, from the Debian package where apt is there. */
public final class FashionMnist {

    private static final String PACKAGE = "dataset-fashion-mnist";
    private static final Duration DOWNLOAD_DEADLINE = Duration.ofMinutes(15);
    private static final List<IdxFile> FILES = List.of(
            new IdxFile("train-images-idx3-ubyte.gz", List.of(60_000, 28, 28)),
            new IdxFile("train-labels-idx1-ubyte.gz", List.of(60_000)),
            new IdxFile("t10k-images-idx3-ubyte.gz", List.of(10_000, 28, 28)),
            new IdxFile("t10k-labels-idx1-ubyte.gz", List.of(10_000)));

    private final Path folder;
    private final PrintWriter out;
    private final String apt;

    public FashionMnist(Path folder, PrintWriter out) {
        this(folder, out, "apt-get");
    }

    FashionMnist(Path folder, PrintWriter out, String apt) {
        this.folder = folder;
        this.out = out;
        this.apt = apt;
    }

    /**
     * Fetches what is missing and verifies all four files.
     *
     * @throws IOException saying which files belong where, if they cannot be fetched, or what is wrong with one
     */
    public void fetch() throws IOException, InterruptedException {
        if (!isComplete()) {
            Files.createDirectories(folder);
            download();
        }
        for (IdxFile file : FILES) {
            file.verify(folder.resolve(file.name()));
            out.println("verified " + folder.resolve(file.name()));
        }
    }

    private boolean isComplete() {
        return FILES.stream().allMatch(file -> Files.exists(folder.resolve(file.name())));
    }

    private void download() throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, "download");
        try {
            out.printf("downloading the Debian package %s (31 MB)%n", PACKAGE);
            run(work, apt, "download", PACKAGE);
            run(work, "sh", "-c", "dpkg -x ./*.deb unpacked");
            for (IdxFile file : FILES) {
                Files.move(find(work, file), folder.resolve(file.name()), StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            delete(work);
        }
    }

    private void run(Path work, String... command) throws IOException, InterruptedException {
        Process process = start(work, command);
        if (!process.waitFor(DOWNLOAD_DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
            process.destroyForcibly();
            throw byHand("%s did not end within %d minutes".formatted(command[0], DOWNLOAD_DEADLINE.toMinutes()));
        }
        if (process.exitValue() != 0) {
            throw byHand("%s ended with exit code %d".formatted(command[0], process.exitValue()));
        }
    }

    private Process start(Path work, String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .directory(work.toFile())
                    .inheritIO()
                    .start();
        } catch (IOException missing) {
            throw byHand(command[0] + " is not there");
        }
    }

    private static Path find(Path work, IdxFile file) throws IOException {
        try (Stream<Path> tree = Files.walk(work)) {
            return tree.filter(path -> path.endsWith(file.name()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("%s holds no %s".formatted(PACKAGE, file.name())));
        }
    }

    private static void delete(Path work) throws IOException {
        try (Stream<Path> tree = Files.walk(work)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private IOException byHand(String cause) {
        List<String> names = FILES.stream().map(IdxFile::name).toList();
        return new IOException("cannot fetch Fashion-MNIST (%s): put these four files into %s: %s"
                .formatted(cause, folder, String.join(", ", names)));
    }
}
