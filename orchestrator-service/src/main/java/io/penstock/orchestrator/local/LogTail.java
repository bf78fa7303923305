package io.penstock.orchestrator.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, read without loading the rest. */
final class LogTail {

    private static final int MAX_BYTES = 8192;

    private LogTail() {}

    static String of(Path log, int lines) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(MAX_BYTES, file.length())];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            List<String> all = new String(tail, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: %s)".formatted(e.getMessage());
        }
    }
}
