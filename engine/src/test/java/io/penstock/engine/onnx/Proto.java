package io.penstock.engine.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;

/** Writes protobuf messages. */
final class Proto {

    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Proto number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    Proto real(int field, float value) {
        varint((long) field << 3 | FIXED32);
        out.writeBytes(littleEndian(value));
        return this;
    }

    Proto text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Proto message(int field, Proto value) {
        return bytes(field, value.toBytes());
    }

    Proto bytes(int field, byte[] value) {
        varint((long) field << 3 | BYTES);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    Proto packed(int field, long... values) {
        Proto all = new Proto();
        LongStream.of(values).forEach(all::varint);
        return message(field, all);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    static byte[] littleEndian(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    private void varint(long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
