package io.penstock.engine.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a {@link TokenText} of any size; ends of sequences wait in a temporary file until the last token is written. */
final class TokenSink implements Closeable {

    private static final int BUFFER = 1 << 16;

    private final FileChannel out;
    private final FileChannel ends;
    private final TokenType type;
    private final ByteBuffer tokenBuffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer endBuffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private long tokens;
    private long sequences;

    private TokenSink(FileChannel out, FileChannel ends, TokenType type) {
        this.out = out;
        this.ends = ends;
        this.type = type;
    }

    static TokenSink start(FileChannel out, TokenType type) throws IOException {
        out.position(TokenText.HEADER);
        Path ends = Files.createTempFile("penstock", ".ends");
        return new TokenSink(
                out,
                FileChannel.open(
                        ends, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                type);
    }

    /** Appends tokens; isSequence if a sequence ends after them. */
    void add(int[] sequence, boolean isSequence) throws IOException {
        for (int token : sequence) {
            if (!tokenBuffer.hasRemaining()) {
                flush(tokenBuffer, out);
            }
            switch (type) {
                case UINT16 -> tokenBuffer.putShort((short) token);
                case UINT32 -> tokenBuffer.putInt(token);
            }
        }
        tokens += sequence.length;
        if (isSequence) {
            if (!endBuffer.hasRemaining()) {
                flush(endBuffer, ends);
            }
            endBuffer.putLong(tokens);
            sequences++;
        }
    }

    /** Writes what is left, the ends and the header. */
    void finish() throws IOException {
        flush(tokenBuffer, out);
        flush(endBuffer, ends);
        for (long from = 0; from < ends.size(); ) {
            from += ends.transferTo(from, ends.size() - from, out);
        }
        ByteBuffer header = ByteBuffer.allocate(TokenText.HEADER).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(sequences).putLong(type.bytes()).flip();
        while (header.hasRemaining()) {
            out.write(header, header.position());
        }
    }

    private static void flush(ByteBuffer buffer, FileChannel channel) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        ends.close();
    }
}
