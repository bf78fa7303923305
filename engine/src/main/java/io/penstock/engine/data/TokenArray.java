package io.penstock.engine.data;

import io.penstock.engine.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Token numbers, in a mapped file or in memory. */
final class TokenArray {

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int SCAN = 1 << 22;

    private final MemorySegment bytes;
    private final TokenType type;

    TokenArray(MemorySegment bytes, TokenType type) {
        this.bytes = bytes;
        this.type = type;
    }

    long count() {
        return bytes.byteSize() / type.bytes();
    }

    int get(long index) {
        return switch (type) {
            case UINT16 -> Short.toUnsignedInt(bytes.get(SHORT, Short.BYTES * index));
            case UINT32 -> bytes.get(LabelRows.INT, Integer.BYTES * index);
        };
    }

    /** Writes some tokens as int32, from byte offset on. */
    void write(long from, int count, MemorySegment out, long offset) {
        switch (type) {
            case UINT16 -> {
                for (int i = 0; i < count; i++) {
                    int token = Short.toUnsignedInt(bytes.get(SHORT, Short.BYTES * (from + i)));
                    out.set(LabelRows.INT, offset + (long) Integer.BYTES * i, token);
                }
            }
            case UINT32 -> MemorySegment.copy(bytes, Integer.BYTES * from, out, offset, (long) Integer.BYTES * count);
        }
    }

    /**
     * Looks at every token.
     *
     * @param file that they are from
     * @param limit numbers must be below it
     * @return the largest number
     * @throws InvalidDataException naming the first token that is too large
     */
    int largest(DataFile file, int limit, Progress progress) {
        int largest = 0;
        for (long from = 0; from < count(); from += SCAN) {
            long to = Math.min(from + SCAN, count());
            for (long i = from; i < to; i++) {
                int token = get(i);
                if (Integer.compareUnsigned(token, limit) >= 0) {
                    throw file.fault(
                            "has token %s at position %d but the vocabulary is %d, so tokens are 0 to %d: correct the file or the vocabulary"
                                    .formatted(Integer.toUnsignedString(token), i, limit, limit - 1));
                }
                largest = Math.max(largest, token);
            }
            progress.report("checking tokens of " + file.name(), to, count());
        }
        return largest;
    }
}
