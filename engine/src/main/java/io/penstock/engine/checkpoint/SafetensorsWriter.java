package io.penstock.engine.checkpoint;

import io.penstock.engine.file.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a safetensors file, tensor after tensor, without holding any of them. The file appears with {@link #finish}, whole
 * and forced to disk; closing before leaves nothing. Used by one thread.
 */
public final class SafetensorsWriter implements Closeable {

    /** Headers are padded with spaces so that the data begin at a multiple of it. */
    private static final int ALIGNMENT = 8;

    private static final int PIECE = 1 << 20;

    private final AtomicFile file;
    private final long dataBytes;
    private long written;

    private SafetensorsWriter(AtomicFile file, long dataBytes) {
        this.file = file;
        this.dataBytes = dataBytes;
    }

    /**
     * Writes the header.
     *
     * @param target in a folder that exists; a file of that name is replaced at the end
     * @param tensors in the order in which their data will come; larger elements first keeps every tensor aligned
     * @throws IllegalArgumentException if a name occurs twice or cannot be used, or the header would be too long to be read
     */
    public static SafetensorsWriter create(Path target, List<TensorInfo> tensors) throws IOException {
        byte[] header = header(tensors);
        AtomicFile file = AtomicFile.create(target);
        try {
            writeAll(file, ByteBuffer.wrap(header));
            return new SafetensorsWriter(
                    file, tensors.stream().mapToLong(TensorInfo::bytes).reduce(0, Math::addExact));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static byte[] header(List<TensorInfo> tensors) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(SafetensorsHeader.METADATA, Map.of("format", "pt"));
        Set<String> names = new HashSet<>();
        long end = 0;
        for (TensorInfo tensor : tensors) {
            if (tensor.name().equals(SafetensorsHeader.METADATA) || !names.add(tensor.name())) {
                throw new IllegalArgumentException(
                        "tensor name \"%s\" occurs twice or is reserved: rename one".formatted(tensor.name()));
            }
            root.put(
                    tensor.name(),
                    Map.of(
                            "dtype",
                            tensor.type().name(),
                            "shape",
                            tensor.shape().toArray(),
                            "data_offsets",
                            new long[] {end, Math.addExact(end, tensor.bytes())}));
            end = Math.addExact(end, tensor.bytes());
        }
        return padded(JsonMapper.shared().writeValueAsString(root).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] padded(byte[] json) {
        int length = Math.ceilDiv(json.length, ALIGNMENT) * ALIGNMENT;
        if (length > SafetensorsReader.MAX_HEADER) {
            throw new IllegalArgumentException("the header has %d bytes but at most %d can be read: write several files"
                    .formatted(length, SafetensorsReader.MAX_HEADER));
        }
        ByteBuffer header = ByteBuffer.allocate(Long.BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(length).put(json);
        while (header.hasRemaining()) {
            header.put((byte) ' ');
        }
        return header.array();
    }

    /**
     * Appends data of the tensors in their order, any number of bytes at a time: elements little-endian, in their stored
     * type.
     *
     * @throws IllegalArgumentException if the tensors have fewer bytes
     */
    public void append(MemorySegment bytes) throws IOException {
        if (bytes.byteSize() > dataBytes - written) {
            throw new IllegalArgumentException("%d bytes are appended but the tensors have %d left"
                    .formatted(bytes.byteSize(), dataBytes - written));
        }
        for (long from = 0; from < bytes.byteSize(); from += PIECE) {
            long length = Math.min(PIECE, bytes.byteSize() - from);
            writeAll(file, bytes.asSlice(from, length).asByteBuffer());
        }
        written += bytes.byteSize();
    }

    /** Gives the file its name, when all data were appended. */
    public void finish() throws IOException {
        if (written != dataBytes) {
            throw new IllegalStateException(
                    "%d of %d bytes were appended: append all tensors".formatted(written, dataBytes));
        }
        file.commit();
    }

    private static void writeAll(AtomicFile file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.channel().write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
