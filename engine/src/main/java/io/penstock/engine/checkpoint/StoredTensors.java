package io.penstock.engine.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Tensors in files, which stay there: they are mapped into memory, and unmapped when nobody
 * refers to this any more. Threads may share one. */
public interface StoredTensors {

    /**
     * The tensors of a folder: {@code model.safetensors.index.json} and the files that it names, or {@code
     * model.safetensors}.
     *
     * @throws InvalidCheckpointException if a file is corrupt or neither is there
     * @throws IOException if a file cannot be read
     */
    static StoredTensors open(Path folder) throws IOException {
        return Files.exists(folder.resolve(SafetensorsIndex.NAME))
                ? SafetensorsShards.open(folder)
                : SafetensorsReader.open(folder.resolve(SafetensorsReader.NAME));
    }

    /** The file that says which tensors there are. */
    Path file();

    /** By name, in the order of the file. */
    Map<String, TensorInfo> tensors();

    /**
     * Writes elements of an F64, F32, F16 or BF16 tensor as little-endian float32, each rounded to the nearest.
     *
     * @param from first element, row-major
     * @param out at least 4 · count bytes
     * @throws InvalidCheckpointException if there is no such tensor or it is of another type
     * @throws IndexOutOfBoundsException if the tensor has no such elements
     */
    void floats(String name, long from, long count, MemorySegment out);

    /**
     * Writes elements of an I64 or I32 tensor as little-endian int32.
     *
     * @throws InvalidCheckpointException if there is no such tensor, it is of another type, or a value needs more than 32 bits
     * @throws IndexOutOfBoundsException if the tensor has no such elements
     */
    void ints(String name, long from, long count, MemorySegment out);
}
