package io.penstock.engine.tensor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads reference tensors from the test resources. A safetensors file is an 8-byte little-endian header length, a JSON header
 * (name → dtype, shape, data_offsets), and the data.
 */
public final class SafetensorsFile {

    private final JsonNode header;
    private final ByteBuffer data;

    private SafetensorsFile(ByteBuffer file) {
        byte[] json = new byte[Math.toIntExact(file.getLong())];
        file.get(json);
        this.header = JsonMapper.shared().readTree(json);
        this.data = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The file of a class path resource, for example {@code /reference/course_mlp.weights.safetensors}. */
    public static SafetensorsFile resource(String path) {
        try (InputStream in = Objects.requireNonNull(SafetensorsFile.class.getResourceAsStream(path), path)) {
            return new SafetensorsFile(ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that was just written. */
    public static SafetensorsFile of(byte[] file) {
        return new SafetensorsFile(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** The header as it is. */
    public JsonNode header() {
        return header;
    }

    /** Bytes after the header. */
    public int dataBytes() {
        return data.capacity();
    }

    /** A tensor's bytes as they are. */
    public byte[] bytes(String name) {
        JsonNode offsets = entry(name).get("data_offsets");
        byte[] bytes = new byte[offsets.get(1).asInt() - offsets.get(0).asInt()];
        data.get(offsets.get(0).asInt(), bytes);
        return bytes;
    }

    public Set<String> names() {
        return header.propertyNames().stream()
                .filter(name -> !name.equals("__metadata__"))
                .collect(Collectors.toSet());
    }

    public Shape shape(String name) {
        return Shape.of(
                entry(name).get("shape").valueStream().mapToInt(JsonNode::asInt).toArray());
    }

    /** The values of an F32, F64, I32 or I64 tensor. */
    public double[] values(String name) {
        JsonNode entry = entry(name);
        int start = entry.get("data_offsets").get(0).asInt();
        int size = Math.toIntExact(shape(name).size());
        return IntStream.range(0, size)
                .mapToDouble(i -> value(entry.get("dtype").asString(), start, i))
                .toArray();
    }

    private double value(String dtype, int start, int index) {
        return switch (dtype) {
            case "F32" -> data.getFloat(start + 4 * index);
            case "F64" -> data.getDouble(start + 8 * index);
            case "I32" -> data.getInt(start + 4 * index);
            case "I64" -> data.getLong(start + 8 * index);
            default -> throw new IllegalArgumentException("dtype " + dtype + " is not read by this test reader");
        };
    }

    private JsonNode entry(String name) {
        return Objects.requireNonNull(header.get(name), () -> "no tensor " + name + " in " + names());
    }
}
