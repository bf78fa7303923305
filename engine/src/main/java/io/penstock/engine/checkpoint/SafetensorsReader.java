package io.penstock.engine.checkpoint;

import io.penstock.engine.checkpoint.SafetensorsHeader.Entry;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A safetensors file, mapped into memory: 8 bytes header length (little-endian), the header, the data. Everything that the
 * header says is checked before anything is allocated for it.
 */
public final class SafetensorsReader implements StoredTensors {

    /** The file of a model that is in one piece. */
    public static final String NAME = "model.safetensors";

    /** The longest header, in bytes, as in the format's reference implementation. */
    static final int MAX_HEADER = 100_000_000;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final MemorySegment data;
    private final SafetensorsHeader header;
    private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();

    private SafetensorsReader(Path file, MemorySegment data, SafetensorsHeader header) {
        this.file = file;
        this.data = data;
        this.header = header;
        header.entries().forEach((name, entry) -> tensors.put(name, entry.info()));
    }

    /**
     * Maps a file and reads its header.
     *
     * @throws InvalidCheckpointException if it is no safetensors file or corrupt
     * @throws IOException if it cannot be read
     */
    public static SafetensorsReader open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return of(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto()));
        }
    }

    private static SafetensorsReader of(Path file, MemorySegment content) {
        if (content.byteSize() < Long.BYTES) {
            throw new InvalidCheckpointException(
                    file, "has %d bytes, too few for a safetensors file: restore it".formatted(content.byteSize()));
        }
        long length = content.get(LONG, 0);
        long rest = content.byteSize() - Long.BYTES;
        if (length < 0 || length > Math.min(rest, MAX_HEADER)) {
            throw new InvalidCheckpointException(
                    file,
                    "says that its header has %s bytes but %d follow and %d are read at most: it is cut short or no safetensors file"
                            .formatted(Long.toUnsignedString(length), rest, MAX_HEADER));
        }
        byte[] json = content.asSlice(Long.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
        MemorySegment data = content.asSlice(Long.BYTES + length);
        return new SafetensorsReader(file, data, SafetensorsHeader.parse(file, json, data.byteSize()));
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public Map<String, TensorInfo> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    /** What the file says about itself, usually {@code format}. */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(header.metadata());
    }

    @Override
    public void floats(String name, long from, long count, MemorySegment out) {
        Entry entry = entry(name, from, count);
        long start = entry.from() + from * entry.info().type().bytes();
        switch (entry.info().type()) {
            case F32 -> MemorySegment.copy(data, start, out, 0, Float.BYTES * count);
            case F64 -> {
                for (long i = 0; i < count; i++) {
                    out.set(FLOAT, Float.BYTES * i, (float) data.get(DOUBLE, start + Double.BYTES * i));
                }
            }
            case F16 -> {
                for (long i = 0; i < count; i++) {
                    out.set(FLOAT, Float.BYTES * i, Float.float16ToFloat(data.get(SHORT, start + Short.BYTES * i)));
                }
            }
            case BF16 -> {
                for (long i = 0; i < count; i++) {
                    out.set(INT, Float.BYTES * i, data.get(SHORT, start + Short.BYTES * i) << Short.SIZE);
                }
            }
            default -> throw wrongType(entry, "F64, F32, F16 or BF16");
        }
    }

    @Override
    public void ints(String name, long from, long count, MemorySegment out) {
        Entry entry = entry(name, from, count);
        long start = entry.from() + from * entry.info().type().bytes();
        switch (entry.info().type()) {
            case I32 -> MemorySegment.copy(data, start, out, 0, Integer.BYTES * count);
            case I64 -> {
                for (long i = 0; i < count; i++) {
                    out.set(INT, Integer.BYTES * i, narrow(name, data.get(LONG, start + Long.BYTES * i)));
                }
            }
            default -> throw wrongType(entry, "I64 or I32");
        }
    }

    private int narrow(String name, long value) {
        if (value != (int) value) {
            throw new InvalidCheckpointException(file, name, value + " needs more than 32 bits: restore the file");
        }
        return (int) value;
    }

    private Entry entry(String name, long from, long count) {
        Entry entry = header.entries().get(name);
        if (entry == null) {
            throw new InvalidCheckpointException(file, name, "is not there: use a file of the same model");
        }
        Objects.checkFromIndexSize(from, count, entry.info().shape().size());
        return entry;
    }

    private InvalidCheckpointException wrongType(Entry entry, String wanted) {
        return new InvalidCheckpointException(
                file,
                entry.info().name(),
                "is %s but %s is needed: convert it".formatted(entry.info().type(), wanted));
    }
}
