package io.penstock.engine.onnx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;

/**
 * Reads the fields of one protobuf message, one after another (protobuf encoding specification). Every length is checked
 * before anything is taken.
 *
 * <pre>
 * field   = varint(number · 8 + type), value
 * value   = varint (type 0) | 8 bytes (1) | varint length, bytes (2) | 4 bytes (5), little-endian
 * varint  = 7 bits a byte, lowest first; the top bit says that more follow
 * </pre>
 */
final class Message {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final int TYPE_BITS = 3;
    private static final int MAX_TEXT = 1 << 16;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final MemorySegment content;
    private long position;
    private int field;
    private int type;
    private long number;
    private MemorySegment bytes = MemorySegment.NULL;

    Message(Path file, MemorySegment content) {
        this.file = file;
        this.content = content;
    }

    Path file() {
        return file;
    }

    /** Goes to the next field; false at the end. */
    boolean next() {
        if (position == content.byteSize()) {
            return false;
        }
        long key = varint();
        field = (int) (key >>> TYPE_BITS);
        type = (int) key & (1 << TYPE_BITS) - 1;
        switch (type) {
            case VARINT -> number = varint();
            case FIXED64 -> number = take(Long.BYTES).get(LONG, 0);
            case BYTES -> bytes = take(varint());
            case FIXED32 -> number = take(Integer.BYTES).get(INT, 0);
            default -> throw fault("has a field of the unknown wire type %d".formatted(type));
        }
        return true;
    }

    /** The number of the field. */
    int field() {
        return field;
    }

    /** The value of an integer field. */
    long number() {
        require(VARINT);
        return number;
    }

    /** The value of a float field. */
    float real() {
        require(FIXED32);
        return Float.intBitsToFloat((int) number);
    }

    /** The value of a field of bytes, which stay in the file. */
    MemorySegment bytes() {
        require(BYTES);
        return bytes;
    }

    /** The value of a field that is a message. */
    Message message() {
        return new Message(file, bytes());
    }

    /** The value of a text field. */
    String text() {
        if (bytes().byteSize() > MAX_TEXT) {
            throw fault("has a name of %d bytes, more than %d".formatted(bytes.byteSize(), MAX_TEXT));
        }
        return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** Adds the values of a field of integers, which may be packed: many in one field. */
    void numbers(LongStream.Builder to) {
        if (type == BYTES) {
            Message packed = message();
            while (packed.position < packed.content.byteSize()) {
                to.add(packed.varint());
            }
        } else {
            to.add(number());
        }
    }

    private void require(int wanted) {
        if (type != wanted) {
            throw fault("has field %d with wire type %d, not %d".formatted(field, type, wanted));
        }
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = take(1).get(ValueLayout.JAVA_BYTE, 0);
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw fault("has a number of more than 64 bits");
    }

    private MemorySegment take(long length) {
        long left = content.byteSize() - position;
        if (length < 0 || length > left) {
            throw fault("ends early: %s bytes are announced where %d are left"
                    .formatted(Long.toUnsignedString(length), left));
        }
        MemorySegment taken = content.asSlice(position, length);
        position += length;
        return taken;
    }

    private InvalidOnnxException fault(String reason) {
        return new InvalidOnnxException(file, reason + ": it is corrupt or no ONNX file, restore it");
    }
}
