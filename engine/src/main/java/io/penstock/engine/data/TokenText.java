package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A text as tokens, as it lies in the cache.
 *
 * <pre>
 * +----------+----------+--------------------+--------------------------------+
 * | sequences|  bytes a |       tokens       | end of each sequence, counted  |
 * |   int64  |   token  |                    | in tokens, int64 each          |
 * +----------+----------+--------------------+--------------------------------+
 * </pre>
 *
 * @param ends one a sequence
 */
record TokenText(TokenArray tokens, MemorySegment ends) {

    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final int HEADER = 2 * Long.BYTES;

    /** @throws InvalidDataException if the content was changed by somebody else */
    static TokenText of(MemorySegment content) {
        long sequences = content.byteSize() < HEADER ? -1 : content.get(LONG, 0);
        if (sequences < 0 || sequences > (content.byteSize() - HEADER) / Long.BYTES) {
            throw new InvalidDataException(
                    "/data/path",
                    "the cache of its tokens is corrupt: delete " + DataCache.FOLDER + " in the data root");
        }
        TokenType type = content.get(LONG, Long.BYTES) == Short.BYTES ? TokenType.UINT16 : TokenType.UINT32;
        long ends = Long.BYTES * sequences;
        long tokenBytes = content.byteSize() - HEADER - ends;
        return new TokenText(
                new TokenArray(content.asSlice(HEADER, tokenBytes), type), content.asSlice(HEADER + tokenBytes, ends));
    }

    long sequences() {
        return ends.byteSize() / Long.BYTES;
    }

    long start(long sequence) {
        return sequence == 0 ? 0 : end(sequence - 1);
    }

    long end(long sequence) {
        return ends.get(LONG, Long.BYTES * sequence);
    }
}
