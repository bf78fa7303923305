package io.penstock.orchestrator.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The last lines of a log that say something: no frames of a stack trace. Read without loading the rest. */
final class LogTail {

    private static final int MAX_BYTES = 65_536;

    private static final Pattern FRAME = Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ .*)");

    private LogTail() {}

    static String of(Path log, int lines) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(MAX_BYTES, file.length())];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            List<String> all = new String(tail, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !FRAME.matcher(line).matches())
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: %s)".formatted(e.getMessage());
        }
    }
}
