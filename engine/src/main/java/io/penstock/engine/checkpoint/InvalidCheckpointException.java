package io.penstock.engine.checkpoint;

import java.nio.file.Path;

/** A file of weights that cannot be used. The message says which file, which tensor, what is wrong, and the fix. */
public final class InvalidCheckpointException extends RuntimeException {

    InvalidCheckpointException(Path file, String reason) {
        super("%s %s".formatted(file.getFileName(), reason));
    }

    InvalidCheckpointException(Path file, String tensor, String reason) {
        super("%s, tensor \"%s\": %s".formatted(file.getFileName(), shorten(tensor), reason));
    }

    private static String shorten(String name) {
        return name.length() <= 200 ? name : name.substring(0, 200) + "…";
    }
}
