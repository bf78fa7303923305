package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** Frames as bytes, right and wrong ones. */
final class Frames {

    static final long ATTEMPT = 7;
    static final String SECRET = "s3cret";

    private Frames() {}

    static TensorHeader header(Integer... dims) {
        return new TensorHeader(ATTEMPT, 3, TensorKind.FORWARD, 1, 2, 0, 0, ElementType.F32, List.of(dims));
    }

    static PeerHello hello() {
        return new PeerHello(SECRET, "job", ATTEMPT, 0, 1);
    }

    static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    static MemorySegment nativeCopy(byte[] bytes) {
        return Arena.ofAuto().allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    static byte[] control(String json) {
        return bytes(FrameCodec.control(UnpooledByteBufAllocator.DEFAULT, json.getBytes(StandardCharsets.UTF_8)));
    }

    static byte[] control(Object message) {
        return control(new String(WireJson.write(message), StandardCharsets.UTF_8));
    }

    static byte[] credit(TensorKind kind, int count) {
        return bytes(FrameCodec.credit(UnpooledByteBufAllocator.DEFAULT, kind, count));
    }

    static byte[] tensor(TensorHeader header, byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload);
        return join(bytes(FrameCodec.tensor(UnpooledByteBufAllocator.DEFAULT, header, (int) crc.getValue())), payload);
    }

    static byte[] tensor(Integer... dims) {
        TensorHeader header = header(dims);
        return tensor(header, new byte[header.payloadBytes()]);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    static byte[] withByte(byte[] frame, int offset, int value) {
        byte[] changed = frame.clone();
        changed[offset] = (byte) value;
        return changed;
    }

    static byte[] withLong(byte[] frame, int offset, long value) {
        byte[] changed = frame.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
        return changed;
    }

    static byte[] withInt(byte[] frame, int offset, int value) {
        byte[] changed = frame.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        return changed;
    }

    private static byte[] bytes(ByteBuf frame) {
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }
}
