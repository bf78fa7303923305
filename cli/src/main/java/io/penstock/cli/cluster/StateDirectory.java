package io.penstock.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The folder of an orchestrator's database and logs; a temporary one goes away at the end, unless it explains a failure. */
public final class StateDirectory {

    private final Path path;
    private volatile boolean kept;

    private StateDirectory(Path path, boolean kept) {
        this.path = path;
        this.kept = kept;
    }

    public static StateDirectory temporary() throws IOException {
        return new StateDirectory(Files.createTempDirectory("penstock-"), false);
    }

    public static StateDirectory permanent(Path path) throws IOException {
        return new StateDirectory(Files.createDirectories(path), true);
    }

    public Path path() {
        return path;
    }

    public Path log() {
        return path.resolve("orchestrator.log");
    }

    /** Leaves the folder there for the user to look into. */
    public void keep() {
        kept = true;
    }

    void close() {
        if (kept || !Files.exists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            tree.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> file.delete());
        } catch (IOException stillInUse) {
            path.toFile().deleteOnExit();
        }
    }
}
