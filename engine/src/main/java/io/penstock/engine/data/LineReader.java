package io.penstock.engine.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Lines of bounded length from a stream that need not have any. */
final class LineReader {

    /** The longest line in bytes. */
    static final int MAX_BYTES = 1 << 20;

    private final InputStream in;
    private byte[] buffer = new byte[1024];

    LineReader(InputStream in) {
        this.in = in;
    }

    /** A line is too long. */
    static final class TooLongException extends IOException {}

    /** The next line without its end, null at the end of the stream. */
    @Nullable
    String next() throws IOException {
        int length = 0;
        int value = in.read();
        if (value < 0) {
            return null;
        }
        for (; value >= 0 && value != '\n'; value = in.read()) {
            if (length == MAX_BYTES) {
                throw new TooLongException();
            }
            if (length == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * length);
            }
            buffer[length++] = (byte) value;
        }
        boolean carriageReturn = length > 0 && buffer[length - 1] == '\r';
        return new String(buffer, 0, carriageReturn ? length - 1 : length, StandardCharsets.UTF_8);
    }
}
