package io.penstock.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of the database and logs.
 *
 * @param folder the state directory, which may not exist yet
 */
record StateCheck(Path folder) implements Check {

    private static final String CHECK = "state";
    private static final long MIB = 1 << 20;
    private static final long LEAST_MIB = 1024;

    @Override
    public Finding examine(Machine machine) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            return Finding.problem(
                    CHECK, there + " cannot be written", "allow it, or name another folder with --state");
        }
        return space(there);
    }

    private Finding space(Path there) {
        try {
            long free = Files.getFileStore(there).getUsableSpace() / MIB;
            String text = "%s, %,d MiB free".formatted(folder, free);
            return free < LEAST_MIB
                    ? Finding.warning(CHECK, text, "the job store and logs need room: free some, or use --state")
                    : Finding.ok(CHECK, text);
        } catch (IOException e) {
            return Finding.problem(CHECK, "%s: %s".formatted(there, e), "name another folder with --state");
        }
    }
}
