package io.penstock.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.penstock.engine.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsReaderTest {

    private static final String GOOD = """
            {"__metadata__": {"format": "pt"},
             "b": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]},
             "a": {"dtype": "I32", "shape": [], "data_offsets": [8, 12], "note": {"x": [1]}}}""";
    private static final int DATA = 12;

    @TempDir
    private Path folder;

    @Test
    void openWhenFileIsGoodGivesTensorsInItsOrder() throws IOException {
        SafetensorsReader reader = SafetensorsReader.open(write(GOOD, 8, 0x3f800000, 0xbf800000, -7));

        assertThat(reader.tensors().values())
                .containsExactly(
                        new TensorInfo("b", StoredType.F32, Shape.of(2, 1)),
                        new TensorInfo("a", StoredType.I32, Shape.of()));
        assertThat(reader.metadata()).containsOnlyKeys("format");
        assertThat(floats(reader, "b", 1, 1)).containsExactly(-1);
        MemorySegment out = MemorySegment.ofArray(new int[1]);
        reader.ints("a", 0, 1, out);
        assertThat(out.get(ValueLayout.JAVA_INT, 0)).isEqualTo(-7);
    }

    /** A piece of the good header, its replacement, and what the refusal says. */
    static Stream<Arguments> hostile() {
        return Stream.of(
                arguments("[0, 8]", "[0, 9]", "tensor \"b\": has 9 bytes but F32 of shape [2, 1] needs 8"),
                arguments("[0, 8]", "[8, 0]", "tensor \"b\": lies at bytes 8 to 0 of 12"),
                arguments(
                        "[0, 8]", "[-8, 0]", "tensor \"b\": has a data_offsets with something else than whole numbers"),
                arguments("[0, 8]", "[0, 8, 9]", "tensor \"b\": has a data_offsets of more than 2"),
                arguments("[0, 8]", "[0]", "tensor \"b\": needs dtype, shape and two data_offsets"),
                arguments("[0, 8]", "[0, 8.0]", "something else than whole numbers"),
                arguments("[0, 8]", "[0, \"8\"]", "something else than whole numbers"),
                arguments("[0, 8]", "[0, null]", "something else than whole numbers"),
                arguments("[0, 8]", "[0, 99999999999999999999]", "something else than whole numbers"),
                arguments("[0, 8]", "[9223372036854775800, 9223372036854775807]", "of 12: the file is cut short"),
                arguments("[0, 8]", "8", "data_offsets that is no list"),
                arguments("[0, 8]", "[4, 12]", "begins at byte 4 but the tensor before ends at 0"),
                arguments("[8, 12]", "[4, 8]", "tensor \"a\": begins at byte 4 but the tensor before ends at 8"),
                arguments("[8, 12]", "[12, 16]", "tensor \"a\": lies at bytes 12 to 16 of 12"),
                arguments("\"shape\": []", "\"shape\": [0]", "has 4 bytes but I32 of shape [0] needs 0"),
                arguments(
                        "\"shape\": [], \"data_offsets\": [8, 12]",
                        "\"shape\": [0], \"data_offsets\": [8, 8]",
                        "has 12 bytes of data but its tensors need 8"),
                arguments("[2, 1]", "[2, -1]", "shape with something else"),
                arguments("[2, 1]", "[2147483648]", "shape [2147483648], which is too large"),
                arguments("[2, 1]", "[2147483647, 2147483647, 2147483647]", "which is too large"),
                arguments("[2, 1]", "[2147483647, 2147483647, 2]", "which is too large"),
                arguments("[2, 1]", "[1,1,1,1,1,1,1,1,2]", "shape of more than 8 numbers"),
                arguments("[2, 1]", "{}", "shape that is no list"),
                arguments("[2, 1]", "[[2], 1]", "shape with something else"),
                arguments("\"F32\"", "\"F33\"", "tensor \"b\": has the unknown dtype \"F33\""),
                arguments("\"F32\"", "\"f32\"", "unknown dtype \"f32\""),
                arguments("\"F32\"", "32", "dtype that is no text"),
                arguments("\"dtype\": \"F32\", ", "", "tensor \"b\": needs dtype"),
                arguments("\"F32\",", "\"F32\", \"dtype\": \"F32\",", "Duplicate"),
                arguments("\"a\":", "\"b\":", "Duplicate"),
                arguments("{\"format\": \"pt\"}", "{\"format\": 1}", "\"format\" is no text"),
                arguments("{\"format\": \"pt\"}", "[]", "tensor \"__metadata__\": is no object"),
                arguments("{\"dtype\": \"I32\"", "7, \"c\": {\"dtype\": \"I32\"", "tensor \"a\": is no object"),
                arguments("}}}", "}}", "is not JSON"),
                arguments("}}}", "}}} {}", "something after the header's end"),
                arguments("}}}", "}}}\u0000", "is not JSON"),
                arguments("{\"__", "[\"__", "does not begin with '{'"),
                arguments("{\"__", " {\"__", "does not begin with '{'"),
                arguments("{\"x\": [1]}", "[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]", "is not JSON"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void openWhenHeaderIsWrongSaysWhat(String piece, String replacement, String detail) throws IOException {
        assertThat(GOOD).contains(piece);
        Path file = write(GOOD.replace(piece, replacement), 0, 1, 2, 3);

        assertThatExceptionOfType(InvalidCheckpointException.class)
                .isThrownBy(() -> SafetensorsReader.open(file))
                .withMessageStartingWith("x.safetensors")
                .withMessageContaining(detail);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 100_000_001, 1000})
    void openWhenLengthIsALieRefusesBeforeAllocating(long length) throws IOException {
        byte[] file = Files.readAllBytes(write(GOOD, 0, 1, 2, 3));
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
        Path path = Files.write(folder.resolve("x.safetensors"), file);

        assertThatExceptionOfType(InvalidCheckpointException.class)
                .isThrownBy(() -> SafetensorsReader.open(path))
                .withMessageContaining("header has " + Long.toUnsignedString(length) + " bytes");
    }

    @Test
    void openWhenFileIsCutAnywhereRefuses() throws IOException {
        byte[] file = Files.readAllBytes(write(GOOD, 3, 1, 2, 3));
        for (int length = 0; length < file.length; length++) {
            Path path = Files.write(folder.resolve("x.safetensors"), Arrays.copyOf(file, length));

            assertThat(catchThrowable(() -> SafetensorsReader.open(path)))
                    .as("%d bytes", length)
                    .isInstanceOf(InvalidCheckpointException.class);
        }
    }

    /** Whatever a file holds, it is refused in words or all of its tensors can be read. */
    @Test
    void openWhenHeaderIsMutatedRefusesOrReads() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] header = GOOD.getBytes(StandardCharsets.UTF_8);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                header[random.nextInt(header.length)] =
                        (byte) "0123456789[]{},:\"-\\eF\u0000 ".charAt(random.nextInt(23));
            }
            Path path = write(new String(header, StandardCharsets.UTF_8), 0, 1, 2, 3);
            Throwable thrown = catchThrowable(() -> readAll(SafetensorsReader.open(path)));
            if (thrown != null) {
                assertThat(thrown).as("seed %d", seed).isInstanceOf(InvalidCheckpointException.class);
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(100);
    }

    private static void readAll(SafetensorsReader reader) {
        for (TensorInfo tensor : reader.tensors().values()) {
            switch (tensor.type()) {
                case F64, F32, F16, BF16 ->
                    floats(reader, tensor.name(), 0, (int) tensor.shape().size());
                case I32 -> reader.ints(tensor.name(), 0, tensor.shape().size(), MemorySegment.ofArray(new byte[DATA]));
                default -> assertThat(tensor.bytes()).isLessThanOrEqualTo(DATA);
            }
        }
    }

    @Test
    void floatsWhenStoredInOtherTypesConvertsThem() throws IOException {
        Path file = write(
                """
                {"d": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]},
                 "h": {"dtype": "F16", "shape": [4], "data_offsets": [8, 16]},
                 "b": {"dtype": "BF16", "shape": [4], "data_offsets": [16, 24]},
                 "l": {"dtype": "I64", "shape": [2], "data_offsets": [24, 40]},
                 "u": {"dtype": "BOOL", "shape": [4], "data_offsets": [40, 44]}}""",
                0,
                0x9999999a,
                0x3fb99999, // 0.1
                0x7bff3c00,
                0x00018001, // 1, 65504; −2^-24, 2^-24
                0xff803f80,
                0x7fc00001, // 1, −infinity; 2^-133, NaN
                -5,
                -1,
                0,
                1,
                0);
        SafetensorsReader reader = SafetensorsReader.open(file);

        assertThat(floats(reader, "d", 0, 1)).containsExactly(0.1f);
        assertThat(floats(reader, "h", 0, 4)).containsExactly(1, 65504, -0x1p-24f, 0x1p-24f);
        assertThat(floats(reader, "b", 0, 4)).containsExactly(1, Float.NEGATIVE_INFINITY, 0x1p-133f, Float.NaN);
        assertThat(floats(reader, "b", 1, 2)).containsExactly(Float.NEGATIVE_INFINITY, 0x1p-133f);
        MemorySegment out = MemorySegment.ofArray(new int[1]);
        reader.ints("l", 0, 1, out);
        assertThat(out.get(ValueLayout.JAVA_INT, 0)).isEqualTo(-5);
        assertThat(catchThrowable(() -> reader.ints("l", 1, 1, out)))
                .hasMessage("x.safetensors, tensor \"l\": 4294967296 needs more than 32 bits: restore the file");
        assertThat(catchThrowable(() -> floats(reader, "u", 0, 4)))
                .hasMessage("x.safetensors, tensor \"u\": is BOOL but F64, F32, F16 or BF16 is needed: convert it");
        assertThat(catchThrowable(() -> reader.ints("d", 0, 1, out))).hasMessageContaining("is F64 but I64 or I32");
        assertThat(catchThrowable(() -> floats(reader, "x", 0, 1))).hasMessageContaining("\"x\": is not there");
        assertThat(catchThrowable(() -> floats(reader, "h", 3, 2))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    static Stream<Arguments> indexes() {
        return Stream.of(
                arguments("{\"weight_map\": {\"a\": \"../x.safetensors\"}}", "is no name of a file in the same folder"),
                arguments("{\"weight_map\": {\"a\": \"/etc/passwd\"}}", "is no name of a file"),
                arguments("{\"weight_map\": {\"a\": \"..\"}}", "is no name of a file"),
                arguments("{\"weight_map\": {\"a\": \"s/x.safetensors\"}}", "is no name of a file"),
                arguments("{\"weight_map\": {\"a\": \"s\\\\x\"}}", "is no name of a file"),
                arguments("{\"weight_map\": {\"a\": 3}}", "tensor \"a\": lies in 3, which is no name"),
                arguments("{\"weight_map\": {\"a\": \"y.safetensors\"}}", "y.safetensors, which is not in the folder"),
                arguments("{\"weight_map\": {\"c\": \"x.safetensors\"}}", "tensor \"c\": is not in x.safetensors"),
                arguments("{\"weight_map\": {\"a\": \"x.safetensors\", \"a\": \"x.safetensors\"}}", "Duplicate"),
                arguments("{\"weight_map\": {}}", "no weight_map"),
                arguments("[]", "no weight_map"),
                arguments("{", "is not JSON"));
    }

    @ParameterizedTest
    @MethodSource("indexes")
    void openWhenIndexIsWrongSaysWhat(String json, String detail) throws IOException {
        write(GOOD, 0, 1, 2, 3);
        Files.writeString(folder.resolve("model.safetensors.index.json"), json);

        assertThatExceptionOfType(InvalidCheckpointException.class)
                .isThrownBy(() -> StoredTensors.open(folder))
                .withMessageStartingWith("model.safetensors.index.json")
                .withMessageContaining(detail);
    }

    private static float[] floats(StoredTensors reader, String name, long from, int count) {
        float[] values = new float[count];
        reader.floats(name, from, count, MemorySegment.ofArray(values));
        return values;
    }

    private Path write(String header, int padding, int... words) throws IOException {
        byte[] json = (header + " ".repeat(padding)).getBytes(StandardCharsets.UTF_8);
        ByteBuffer file =
                ByteBuffer.allocate(8 + json.length + 4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(json.length).put(json);
        for (int word : words) {
            file.putInt(word);
        }
        return Files.write(folder.resolve("x.safetensors"), file.array());
    }
}
