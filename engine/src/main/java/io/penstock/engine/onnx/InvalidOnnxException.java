package io.penstock.engine.onnx;

import java.nio.file.Path;

/** An ONNX file that cannot be imported. The message says which file, what is wrong, and the fix. */
public final class InvalidOnnxException extends RuntimeException {

    InvalidOnnxException(Path file, String reason) {
        super("%s %s".formatted(file.getFileName(), reason));
    }
}
