package io.penstock.engine.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text of any size into pieces of bounded size that can be tokenised on their own: at the end of a line, if there is
 * one with a visible character before and a letter or digit after, where every public tokenizer cuts, too.
 */
final class TextChunks {

    private final DataFile file;
    private final InputStream in;
    private final boolean lines;
    private final byte[] buffer;
    private int held;
    private long offset;
    private boolean ended;

    /**
     * Over a file's content.
     *
     * @param size bytes of a piece at most
     * @param lines true if a line must not be cut
     */
    TextChunks(DataFile file, InputStream in, int size, boolean lines) {
        this.file = file;
        this.in = in;
        this.lines = lines;
        this.buffer = new byte[size];
    }

    /** Bytes given out so far. */
    long offset() {
        return offset;
    }

    /**
     * The next piece, null at the end.
     *
     * @throws InvalidDataException if the text is not UTF-8, or a line that must not be cut is too long
     */
    @Nullable
    String next() throws IOException {
        if (!ended) {
            int read = in.readNBytes(buffer, held, buffer.length - held);
            ended = held + read < buffer.length;
            held += read;
        }
        if (held == 0) {
            return null;
        }
        int length = ended ? held : cut();
        String piece = decode(length);
        System.arraycopy(buffer, length, buffer, 0, held - length);
        held -= length;
        offset += length;
        return piece;
    }

    private int cut() {
        int lineEnd = 0;
        for (int i = held - 1; i > 0; i--) {
            if (buffer[i] == '\n') {
                lineEnd = Math.max(lineEnd, i + 1);
                if (lines || isCleanCut(i)) {
                    return i + 1;
                }
            }
        }
        if (lines) {
            throw file.fault("has a line of more than %d bytes at byte %d: split it".formatted(buffer.length, offset));
        }
        return lineEnd > 0 ? lineEnd : characterStart();
    }

    private boolean isCleanCut(int lineEnd) {
        byte before = buffer[lineEnd - 1];
        return before > ' '
                && before < 0x7f
                && lineEnd + 1 < held
                && buffer[lineEnd + 1] > 0
                && Character.isLetterOrDigit(buffer[lineEnd + 1]);
    }

    /** The last place where no character of UTF-8 is cut. */
    private int characterStart() {
        int start = held - 1;
        while (start > held - 4 && (buffer[start] & 0xc0) == 0x80) {
            start--;
        }
        return start;
    }

    private String decode(int length) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
        char[] chars = new char[length];
        CharBuffer out = CharBuffer.wrap(chars);
        CoderResult result = decoder.decode(bytes, out, true);
        if (result.isError()) {
            throw file.fault("is not UTF-8 at byte %d: convert it".formatted(offset + bytes.position()));
        }
        return new String(chars, 0, out.position());
    }
}
