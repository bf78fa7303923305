package io.penstock.cli.data;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Puts the four files of Fashion-MNIST into a folder, from the Debian package where apt is there. */
public final class FashionMnist {

    private static final String PACKAGE = "dataset-fashion-mnist";
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
        out.printf("downloading the Debian package %s (31 MB)%n", PACKAGE);
        out.flush();
        try (DebianPackages packages = DebianPackages.fetch(folder, apt, List.of(PACKAGE))) {
            for (IdxFile file : FILES) {
                Files.move(
                        packages.find(file.name()), folder.resolve(file.name()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw byHand(e);
        }
    }

    private IOException byHand(IOException cause) {
        List<String> names = FILES.stream().map(IdxFile::name).toList();
        return new IOException(
                "cannot fetch Fashion-MNIST (%s): put these four files into %s: %s"
                        .formatted(cause.getMessage(), folder, String.join(", ", names)),
                cause);
    }
}
