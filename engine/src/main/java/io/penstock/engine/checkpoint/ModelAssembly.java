package io.penstock.engine.checkpoint;

import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.model.Model;
import io.penstock.engine.progress.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes one model of the shards that the ranks of a run wrote, each the parameters at home with it. Tensors come in the order
 * of the layers, so the files do not depend on how the model was cut. Nothing of a size is held but a buffer.
 */
public final class ModelAssembly {

    /** Bytes of tensors in one file, as the public tools split them. */
    static final long MAX_FILE = 5_000_000_000L;

    private static final long PIECE = 1 << 20;

    private final Path folder;
    private final Progress progress;
    private final Map<String, StoredTensors> homes = new HashMap<>();
    private long done;
    private long total;

    private ModelAssembly(Path folder, Progress progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /** The file of one rank. */
    public static String shard(int rank) {
        return "rank-%d.safetensors".formatted(rank);
    }

    /**
     * Writes config.json, last, and the tensors in one file, or in several with an index.
     *
     * @param folder that exists
     * @param shards where the ranks' files are
     * @throws InvalidCheckpointException if a shard is missing, corrupt or lacks a tensor
     */
    public static void assemble(Path folder, Model model, Path shards, int ranks, Progress progress)
            throws IOException {
        assemble(folder, model, shards, ranks, progress, MAX_FILE);
    }

    static void assemble(Path folder, Model model, Path shards, int ranks, Progress progress, long maxFile)
            throws IOException {
        ModelAssembly assembly = new ModelAssembly(folder, progress);
        for (int rank = 0; rank < ranks; rank++) {
            assembly.open(shards.resolve(shard(rank)));
        }
        assembly.write(pieces(tensors(model), maxFile));
        ModelFolder.writeConfig(folder, model);
    }

    private static List<TensorInfo> tensors(Model model) {
        Map<String, TensorInfo> tensors = new LinkedHashMap<>();
        model.layers().stream()
                .flatMap(layer -> layer.parameters().stream())
                .flatMap(parameter -> parameter.parts().stream())
                .forEach(part -> tensors.putIfAbsent(part.name(), stored(part)));
        return List.copyOf(tensors.values());
    }

    /** How a part of a parameter is stored. */
    public static TensorInfo stored(Part part) {
        return new TensorInfo(part.name(), StoredType.F32, part.shape());
    }

    /** Runs of tensors that fit into a file; one that is larger has a file of its own. */
    private static List<List<TensorInfo>> pieces(List<TensorInfo> tensors, long maxFile) {
        List<List<TensorInfo>> pieces = new ArrayList<>();
        long bytes = 0;
        for (TensorInfo tensor : tensors) {
            if (pieces.isEmpty() || bytes + tensor.bytes() > maxFile) {
                pieces.add(new ArrayList<>());
                bytes = 0;
            }
            pieces.getLast().add(tensor);
            bytes += tensor.bytes();
        }
        return pieces;
    }

    private void open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new InvalidCheckpointException(
                    file, "is not there: orchestrator and workers must share one data root");
        }
        StoredTensors shard = SafetensorsReader.open(file);
        shard.tensors().keySet().forEach(name -> homes.put(name, shard));
    }

    private void write(List<List<TensorInfo>> pieces) throws IOException {
        total = pieces.stream()
                .flatMap(List::stream)
                .mapToLong(TensorInfo::bytes)
                .sum();
        Map<String, String> index = new LinkedHashMap<>();
        for (int i = 0; i < pieces.size(); i++) {
            String name = pieces.size() == 1 ? SafetensorsReader.NAME : SafetensorsIndex.shard(i + 1, pieces.size());
            pieces.get(i).forEach(tensor -> index.put(tensor.name(), name));
            write(folder.resolve(name), pieces.get(i));
        }
        if (pieces.size() > 1) {
            new SafetensorsIndex(index, total).write(folder);
        }
    }

    private void write(Path file, List<TensorInfo> tensors) throws IOException {
        try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors);
                Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(PIECE);
            for (TensorInfo tensor : tensors) {
                append(writer, tensor, buffer);
            }
            writer.finish();
        }
    }

    private void append(SafetensorsWriter writer, TensorInfo tensor, MemorySegment buffer) throws IOException {
        StoredTensors home = homes.get(tensor.name());
        if (home == null) {
            throw new InvalidCheckpointException(folder, tensor.name(), "is in no rank's shard");
        }
        long most = PIECE / Float.BYTES;
        long count = tensor.shape().size();
        for (long from = 0; from < count; from += most) {
            long piece = Math.min(most, count - from);
            home.floats(tensor.name(), from, piece, buffer);
            writer.append(buffer.asSlice(0, Float.BYTES * piece));
            done += Float.BYTES * piece;
            progress.report("exporting the model, bytes", done, total);
        }
    }
}
