package io.penstock.engine.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A model in several safetensors files, joined by their index. */
final class SafetensorsShards implements StoredTensors {

    private final Path index;
    private final Map<String, SafetensorsReader> files = new LinkedHashMap<>();
    private final Map<String, SafetensorsReader> homes = new LinkedHashMap<>();
    private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();

    private SafetensorsShards(Path index) {
        this.index = index;
    }

    static SafetensorsShards open(Path folder) throws IOException {
        SafetensorsShards shards = new SafetensorsShards(folder.resolve(SafetensorsIndex.NAME));
        for (Map.Entry<String, String> entry :
                SafetensorsIndex.read(folder).files().entrySet()) {
            shards.add(folder, entry.getKey(), entry.getValue());
        }
        return shards;
    }

    private void add(Path folder, String tensor, String name) throws IOException {
        SafetensorsReader reader = files.get(name);
        if (reader == null) {
            if (!Files.isRegularFile(folder.resolve(name))) {
                throw new InvalidCheckpointException(
                        index, tensor, "lies in %s, which is not in the folder: put it there".formatted(name));
            }
            reader = SafetensorsReader.open(folder.resolve(name));
            files.put(name, reader);
        }
        TensorInfo info = reader.tensors().get(tensor);
        if (info == null) {
            throw new InvalidCheckpointException(
                    index, tensor, "is not in %s: use index and files of the same model".formatted(name));
        }
        homes.put(tensor, reader);
        tensors.put(tensor, info);
    }

    @Override
    public Path file() {
        return index;
    }

    @Override
    public Map<String, TensorInfo> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    @Override
    public void floats(String name, long from, long count, MemorySegment out) {
        home(name).floats(name, from, count, out);
    }

    @Override
    public void ints(String name, long from, long count, MemorySegment out) {
        home(name).ints(name, from, count, out);
    }

    private SafetensorsReader home(String name) {
        SafetensorsReader reader = homes.get(name);
        if (reader == null) {
            throw new InvalidCheckpointException(index, name, "is not there: use files of the same model");
        }
        return reader;
    }
}
