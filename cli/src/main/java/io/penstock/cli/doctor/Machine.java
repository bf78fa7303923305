package io.penstock.cli.doctor;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is asked of the machine. */
public interface Machine {

    Runtime.Version java();

    int processors();

    /** The text of a file, empty if it cannot be read. */
    Optional<String> read(Path file);

    /** True if nobody listens on this port of the loopback address. */
    boolean isFree(int port);

    /** What an HTTP server answers, empty if none does within a second or two. */
    Optional<String> get(URI uri);

    /** Runs a program to its end; empty if there is none of this name, or it does not end within half a minute. */
    Optional<Answer> run(List<String> command);

    /** @param output both streams together */
    record Answer(int exitCode, String output) {

        String lastLine() {
            return output.lines()
                    .filter(line -> !line.isBlank())
                    .reduce((first, second) -> second)
                    .orElse("")
                    .strip();
        }
    }
}
