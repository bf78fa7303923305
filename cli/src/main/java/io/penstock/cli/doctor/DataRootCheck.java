package io.penstock.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder that jobs name files in.
 *
 * @param folder the data root
 */
record DataRootCheck(Path folder) implements Check {

    private static final String CHECK = "data root";

    @Override
    public Finding examine(Machine machine) {
        if (!Files.isDirectory(folder) || !Files.isReadable(folder)) {
            return Finding.problem(
                    CHECK, folder + " cannot be read", "create it, or name another one with --data-root");
        }
        return Files.isWritable(folder)
                ? Finding.ok(CHECK, folder.toString())
                : Finding.warning(
                        CHECK,
                        folder + " cannot be written",
                        "trained models and caches of texts need that: allow it, or set penstock.models to nothing");
    }
}
