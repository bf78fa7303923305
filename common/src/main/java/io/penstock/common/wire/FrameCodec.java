package io.penstock.common.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of frames. All numbers are little-endian; {@code length} counts what follows the 16-byte prefix.
 *
 * <pre>
 * prefix    0        4        6     7     8                16
 *          +--------+--------+-----+-----+----------------+
 *          | "PNST" | version| type|  0  | length i64     |
 *          +--------+--------+-----+-----+----------------+
 * type 1, control: length bytes of JSON in UTF-8
 *
 * type 2, tensor: 80 bytes, then the raw payload
 *          16       24       32     33     34     35  36      40      44      48      52
 *          +--------+--------+------+------+------+---+-------+-------+-------+-------+
 *          | attempt| step   | kind | dtype| rank | 0 | stage | micro-| sequ- | source|
 *          | i64    | i64    | u8   | u8   | u8   |   | i32   | batch | ence  | rank  |
 *          +--------+--------+------+------+------+---+-------+-------+-------+-------+
 *          52                        84                92          96
 *          +-------------------------+-----------------+-----------+---------
 *          | 8 dims i32, unused are 0| payload length  | CRC32C of | payload
 *          |                         | i64             | payload   | ...
 *          +-------------------------+-----------------+-----------+---------
 *
 * type 3, credit: 8 bytes
 *          16     17          20          24
 *          +------+-----------+-----------+
 *          | kind | 0   0   0 | count i32 |
 *          +------+-----------+-----------+
 * </pre>
 */
final class FrameCodec {

    static final int MAGIC = 0x54534E50;
    static final int VERSION = 1;
    static final int PREFIX_BYTES = 16;
    static final int TENSOR_BYTES = 80;
    static final int CREDIT_BYTES = 8;

    record Prefix(FrameType type, long length) {}

    record TensorPrefix(TensorHeader header, int checksum) {}

    record Credit(TensorKind kind, int count) {}

    private FrameCodec() {}

    static ByteBuf control(ByteBufAllocator allocator, byte[] json) {
        ByteBuf out = allocator.directBuffer(PREFIX_BYTES + json.length);
        return prefix(out, FrameType.CONTROL, json.length).writeBytes(json);
    }

    static ByteBuf credit(ByteBufAllocator allocator, TensorKind kind, int count) {
        ByteBuf out = allocator.directBuffer(PREFIX_BYTES + CREDIT_BYTES);
        return prefix(out, FrameType.CREDIT, CREDIT_BYTES)
                .writeByte(kind.code())
                .writeZero(3)
                .writeIntLE(count);
    }

    /** Everything of a tensor frame but its payload. */
    static ByteBuf tensor(ByteBufAllocator allocator, TensorHeader header, int checksum) {
        ByteBuf out = allocator.directBuffer(PREFIX_BYTES + TENSOR_BYTES);
        int payloadBytes = header.payloadBytes();
        prefix(out, FrameType.TENSOR, (long) TENSOR_BYTES + payloadBytes)
                .writeLongLE(header.attempt())
                .writeLongLE(header.step())
                .writeByte(header.kind().code())
                .writeByte(header.elementType().code())
                .writeByte(header.dims().size())
                .writeByte(0)
                .writeIntLE(header.stage())
                .writeIntLE(header.microBatch())
                .writeIntLE(header.sequence())
                .writeIntLE(header.sourceRank());
        header.dims().forEach(out::writeIntLE);
        return out.writeZero(
                        Integer.BYTES * (TensorHeader.MAX_DIMS - header.dims().size()))
                .writeLongLE(payloadBytes)
                .writeIntLE(checksum);
    }

    private static ByteBuf prefix(ByteBuf out, FrameType type, long length) {
        return out.writeIntLE(MAGIC)
                .writeShortLE(VERSION)
                .writeByte(type.code())
                .writeByte(0)
                .writeLongLE(length);
    }

    static Prefix readPrefix(ByteBuf in) throws RefusedException {
        int magic = in.readIntLE();
        require(magic == MAGIC, "magic is %08x, must be %08x", magic, MAGIC);
        int version = in.readUnsignedShortLE();
        require(version == VERSION, "protocol version is %d, must be %d", version, VERSION);
        FrameType type = FrameType.of(in.readByte());
        byte zero = in.readByte();
        require(zero == 0, "byte 7 of a frame is %d, must be 0", zero);
        long length = in.readLongLE();
        require(length > 0, "frame length is %d, must be positive", length);
        return new Prefix(type, length);
    }

    static Credit readCredit(ByteBuf in) throws RefusedException {
        TensorKind kind = TensorKind.of(in.readByte());
        int zero = in.readUnsignedMediumLE();
        require(zero == 0, "padding of a credit frame is %d, must be 0", zero);
        int count = in.readIntLE();
        require(count > 0, "credit count is %d, must be positive", count);
        return new Credit(kind, count);
    }

    /**
     * @param length the frame's length from its prefix
     */
    static TensorPrefix readTensor(ByteBuf in, long length) throws RefusedException {
        TensorHeader header = readHeader(in);
        long payload = in.readLongLE();
        require(
                payload == header.payloadBytes(),
                "payload length is %d, but shape %s of %s has %d bytes",
                payload,
                header.dims(),
                header.elementType(),
                header.payloadBytes());
        require(
                length == TENSOR_BYTES + payload,
                "frame length is %d, but header and payload have %d bytes",
                length,
                TENSOR_BYTES + payload);
        return new TensorPrefix(header, in.readIntLE());
    }

    private static TensorHeader readHeader(ByteBuf in) throws RefusedException {
        long attempt = in.readLongLE();
        long step = in.readLongLE();
        TensorKind kind = TensorKind.of(in.readByte());
        ElementType elementType = ElementType.of(in.readByte());
        int rank = in.readUnsignedByte();
        byte zero = in.readByte();
        require(zero == 0, "byte 35 of a tensor frame is %d, must be 0", zero);
        int stage = in.readIntLE();
        int microBatch = in.readIntLE();
        int sequence = in.readIntLE();
        int sourceRank = in.readIntLE();
        try {
            List<Integer> dims = readDims(in, rank);
            return new TensorHeader(attempt, step, kind, stage, microBatch, sequence, sourceRank, elementType, dims);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }

    private static List<Integer> readDims(ByteBuf in, int rank) throws RefusedException {
        require(rank <= TensorHeader.MAX_DIMS, "rank is %d, at most %d", rank, TensorHeader.MAX_DIMS);
        List<Integer> dims = new ArrayList<>(rank);
        for (int i = 0; i < TensorHeader.MAX_DIMS; i++) {
            int dim = in.readIntLE();
            if (i < rank) {
                dims.add(dim);
            } else {
                require(dim == 0, "dimension %d of rank %d is %d, must be 0", i, rank, dim);
            }
        }
        return dims;
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static void require(boolean holds, String rule, Object... numbers) throws RefusedException {
        if (!holds) {
            throw new RefusedException(rule.formatted(numbers));
        }
    }
}
