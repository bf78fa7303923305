package io.penstock.common.wire;

import static io.penstock.common.wire.Frames.ATTEMPT;
import static io.penstock.common.wire.Frames.tensor;
import static io.penstock.common.wire.Frames.withByte;
import static io.penstock.common.wire.Frames.withInt;
import static io.penstock.common.wire.Frames.withLong;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Frames that break one rule each, with words of the refusal. */
final class Hostile {

    private Hostile() {}

    static Stream<Arguments> tensors() {
        byte[] good = tensor(4);
        return Stream.of(
                Arguments.of("magic", withInt(good, 0, 0x20544547), "magic is 20544547, must be 54534e50"),
                Arguments.of("version", withByte(good, 4, 9), "protocol version is 9, must be 1"),
                Arguments.of("type", withByte(good, 6, 77), "frame type is 77"),
                Arguments.of("zero byte", withByte(good, 7, 1), "byte 7 of a frame is 1"),
                Arguments.of("negative length", withLong(good, 8, -1), "frame length is -1"),
                Arguments.of("huge length", withLong(good, 8, Long.MAX_VALUE), "TENSOR frame has 9223372036854775807"),
                Arguments.of("short length", withLong(good, 8, 79), "frame has 79 bytes, its type needs 80"),
                Arguments.of(
                        "wrong length", withLong(good, 8, 97), "frame length is 97, but header and payload have 96"),
                Arguments.of("attempt", withLong(good, 16, ATTEMPT - 1), "attempt is 6, must be 7"),
                Arguments.of("kind", withByte(good, 32, 0), "tensor kind is 0"),
                Arguments.of("element type", withByte(good, 33, 9), "element type is 9"),
                Arguments.of("rank", withByte(good, 34, 200), "rank is 200, at most 8"),
                Arguments.of("padding", withByte(good, 35, 1), "byte 35 of a tensor frame is 1"),
                Arguments.of("shape", withInt(good, 52, 5), "payload length is 16, but shape [5] of F32 has 20 bytes"),
                Arguments.of("negative dimension", withInt(good, 52, -5), "negative dimension -5"),
                Arguments.of("overflow", withInt(good, 52, Integer.MAX_VALUE), "a frame carries at most 2147483647"),
                Arguments.of("unused dimension", withInt(good, 56, 1), "dimension 1 of rank 1 is 1, must be 0"),
                Arguments.of("payload length", withLong(good, 84, 17), "payload length is 17"),
                Arguments.of("checksum", withInt(good, 92, 1), "CRC32C of the payload is"));
    }
}
