package io.penstock.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.engine.model.Model;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.tensor.SafetensorsFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ModelAssemblyTest {

    @TempDir
    private Path folder;

    /** Deals the weights of a model out to ranks, one tensor after the other. */
    private Path shards(ReferenceModel reference, int ranks) throws IOException {
        Path shards = Files.createDirectories(folder.resolve("shards-" + ranks));
        SafetensorsFile weights = reference.file("weights");
        List<String> names = new ArrayList<>(weights.names());
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            List<TensorInfo> tensors = names.stream()
                    .filter(name -> names.indexOf(name) % ranks == own)
                    .map(name -> new TensorInfo(name, StoredType.F32, weights.shape(name)))
                    .toList();
            try (SafetensorsWriter writer =
                    SafetensorsWriter.create(shards.resolve(ModelAssembly.shard(rank)), tensors)) {
                for (TensorInfo tensor : tensors) {
                    writer.append(MemorySegment.ofArray(weights.bytes(tensor.name())));
                }
                writer.finish();
            }
        }
        return shards;
    }

    private Path out(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    @ParameterizedTest
    @EnumSource
    void assembleWhenRanksHoldPartsGivesTheSameFileThatAnotherReaderReads(ReferenceModel reference) throws IOException {
        Path one = out("one");
        Path many = out("many");
        long[] last = new long[2];

        ModelAssembly.assemble(one, reference.model(), shards(reference, 1), 1, Progress.NONE);
        ModelAssembly.assemble(many, reference.model(), shards(reference, 3), 3, (what, done, total) -> {
            last[0] = done;
            last[1] = total;
        });

        for (String file : List.of("model.safetensors", "config.json")) {
            assertThat(many.resolve(file)).hasSameBinaryContentAs(one.resolve(file));
        }
        SafetensorsFile read = SafetensorsFile.of(Files.readAllBytes(one.resolve("model.safetensors")));
        SafetensorsFile weights = reference.file("weights");
        assertThat(read.names()).isEqualTo(weights.names());
        weights.names().forEach(name -> assertThat(read.bytes(name)).as(name).isEqualTo(weights.bytes(name)));
        assertThat(last[0]).isEqualTo(last[1]).isEqualTo(read.dataBytes());
    }

    @Test
    void assembleWhenOneFileIsTooSmallWritesSeveralWithAnIndex() throws IOException {
        ReferenceModel reference = ReferenceModel.GPT2_TINY;
        Path out = out("model");

        ModelAssembly.assemble(out, reference.model(), shards(reference, 2), 2, Progress.NONE, 300_000);

        JsonNode index = JsonMapper.shared()
                .readTree(out.resolve("model.safetensors.index.json").toFile());
        Map<String, TensorInfo> tensors = StoredTensors.open(out).tensors();
        assertThat(tensors.keySet()).isEqualTo(reference.file("weights").names());
        assertThat(index.get("metadata").get("total_size").asLong())
                .isEqualTo(
                        tensors.values().stream().mapToLong(TensorInfo::bytes).sum());
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "config.json",
                            "model.safetensors.index.json",
                            "model-00001-of-00003.safetensors",
                            "model-00002-of-00003.safetensors",
                            "model-00003-of-00003.safetensors");
        }
    }

    @Test
    void assembleWhenAShardIsMissingOrTornSaysWhichAndLeavesNoModel() throws IOException {
        Model model = ReferenceModel.VIT_TINY.model();
        Path shards = shards(ReferenceModel.VIT_TINY, 2);
        Path out = out("model");

        assertRefused(
                () -> ModelAssembly.assemble(out, model, shards, 3, Progress.NONE), "rank-2.safetensors is not there");
        assertRefused(() -> ModelAssembly.assemble(out, model, shards, 1, Progress.NONE), "is in no rank's shard");
        Files.write(shards.resolve("rank-1.safetensors"), new byte[20]);
        assertRefused(() -> ModelAssembly.assemble(out, model, shards, 2, Progress.NONE), "rank-1.safetensors");
        assertThat(out).isEmptyDirectory();
    }

    private static void assertRefused(ThrowingCallable action, String said) {
        assertThatExceptionOfType(InvalidCheckpointException.class)
                .isThrownBy(action)
                .withMessageContaining(said);
    }
}
