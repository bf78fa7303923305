package io.penstock.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.engine.tensor.SafetensorsFile;
import io.penstock.engine.tensor.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SafetensorsWriterTest {

    private static final List<TensorInfo> PAIR = List.of(
            new TensorInfo("a", StoredType.F32, Shape.of(2, 3)), new TensorInfo("b", StoredType.I64, Shape.of(1)));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void finishWhenTensorsAreRandomGivesAFileThatAnotherReaderReadsBitForBit(long seed) throws IOException {
        Random random = new Random(seed);
        List<TensorInfo> tensors = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            StoredType type = StoredType.values()[random.nextInt(StoredType.values().length)];
            int[] dimensions = random.ints(random.nextInt(4), 0, 9).toArray();
            tensors.add(new TensorInfo("layer.%d \"ä\\\n".formatted(i), type, Shape.of(dimensions)));
        }
        byte[] data =
                new byte[(int) tensors.stream().mapToLong(TensorInfo::bytes).sum()];
        random.nextBytes(data);

        Path file = write(tensors, data);

        SafetensorsFile other = SafetensorsFile.of(Files.readAllBytes(file));
        SafetensorsReader own = SafetensorsReader.open(file);
        assertThat(own.tensors().values()).containsExactlyElementsOf(tensors);
        int from = 0;
        for (TensorInfo tensor : tensors) {
            byte[] expected = Arrays.copyOfRange(data, from, from + (int) tensor.bytes());
            assertThat(other.bytes(tensor.name()))
                    .as("seed %d, %s", seed, tensor)
                    .isEqualTo(expected);
            assertThat(other.shape(tensor.name())).isEqualTo(tensor.shape());
            if (tensor.type() == StoredType.F32) {
                byte[] read = new byte[expected.length];
                own.floats(tensor.name(), 0, tensor.shape().size(), MemorySegment.ofArray(read));
                assertThat(read).isEqualTo(expected);
            }
            from += expected.length;
        }
    }

    /** The rules of the format's description, byte by byte. */
    @Test
    void finishWhenDoneFollowsTheFormat() throws IOException {
        byte[] file = Files.readAllBytes(write(PAIR, new byte[32]));

        long length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
        String header = new String(file, 8, (int) length, StandardCharsets.UTF_8);
        assertThat(length % 8).isZero();
        assertThat(header).startsWith("{").matches("(?s).*} *");
        assertThat(file).hasSize((int) (8 + length + 32));
        JsonNode root = SafetensorsFile.of(file).header();
        assertThat(root.get("__metadata__").get("format").asString()).isEqualTo("pt");
        int end = 0;
        for (String name : List.of("a", "b")) {
            JsonNode offsets = root.get(name).get("data_offsets");
            assertThat(offsets.size()).isEqualTo(2);
            assertThat(offsets.get(0).asInt()).isEqualTo(end);
            end = offsets.get(1).asInt();
        }
        assertThat(end).isEqualTo(SafetensorsFile.of(file).dataBytes());
    }

    @Test
    void finishWhenSomethingIsMissingLeavesTheOldFile() throws IOException {
        Path file = write(PAIR, new byte[32]);
        byte[] before = Files.readAllBytes(file);

        try (SafetensorsWriter writer = SafetensorsWriter.create(file, PAIR)) {
            writer.append(MemorySegment.ofArray(new byte[31]));
            assertThatIllegalStateException().isThrownBy(writer::finish).withMessageContaining("31 of 32 bytes");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.append(MemorySegment.ofArray(new byte[2])))
                    .withMessageContaining("2 bytes are appended but the tensors have 1 left");
        }

        assertThat(file).hasBinaryContent(before);
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void createWhenNameOccursTwiceRefuses() {
        List<TensorInfo> twice = List.of(PAIR.getFirst(), PAIR.getFirst());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SafetensorsWriter.create(folder.resolve("x"), twice))
                .withMessageContaining("\"a\" occurs twice");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void openWhenModelIsInPiecesFindsEachTensor() throws IOException {
        for (int piece = 1; piece <= 2; piece++) {
            TensorInfo tensor = PAIR.get(piece - 1);
            try (SafetensorsWriter writer =
                    SafetensorsWriter.create(folder.resolve(SafetensorsIndex.shard(piece, 2)), List.of(tensor))) {
                byte[] bytes = new byte[(int) tensor.bytes()];
                bytes[0] = (byte) (40 + piece);
                writer.append(MemorySegment.ofArray(bytes));
                writer.finish();
            }
        }
        new SafetensorsIndex(Map.of("a", SafetensorsIndex.shard(1, 2), "b", SafetensorsIndex.shard(2, 2)), 32)
                .write(folder);

        StoredTensors model = StoredTensors.open(folder);

        MemorySegment out = MemorySegment.ofArray(new int[1]);
        model.ints("b", 0, 1, out);
        assertThat(out.get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);
        assertThat(model.tensors()).containsOnlyKeys("a", "b");
        assertThat(SafetensorsIndex.read(folder).totalBytes()).isEqualTo(32);
    }

    private Path write(List<TensorInfo> tensors, byte[] data) throws IOException {
        Path file = folder.resolve("model.safetensors");
        try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors)) {
            int half = data.length / 2;
            writer.append(MemorySegment.ofArray(data).asSlice(0, half));
            writer.append(MemorySegment.ofArray(data).asSlice(half));
            writer.finish();
        }
        return file;
    }
}
