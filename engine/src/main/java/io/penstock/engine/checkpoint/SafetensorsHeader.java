package io.penstock.engine.checkpoint;

import io.penstock.engine.tensor.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The JSON header of a safetensors file: tensor name → dtype, shape and data_offsets, counted from the end of the header.
 * The data of all tensors must cover the rest of the file without gap or overlap.
 */
final class SafetensorsHeader {

    static final String METADATA = "__metadata__";

    private static final int MAX_DEPTH = 16;
    private static final Map<String, StoredType> TYPES =
            Arrays.stream(StoredType.values()).collect(Collectors.toMap(Enum::name, type -> type));
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private final Path file;
    private final long dataBytes;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> metadata = new HashMap<>();

    /** A tensor and where its data begin. */
    record Entry(TensorInfo info, long from) {

        private long to() {
            return from + info.bytes();
        }
    }

    private SafetensorsHeader(Path file, long dataBytes) {
        this.file = file;
        this.dataBytes = dataBytes;
    }

    /** @throws InvalidCheckpointException if anything about it is wrong */
    static SafetensorsHeader parse(Path file, byte[] json, long dataBytes) {
        SafetensorsHeader header = new SafetensorsHeader(file, dataBytes);
        // in any encoding but UTF-8 the second byte would be 0
        if (json.length < 2 || json[0] != '{' || json[1] == 0) {
            throw header.fault("has a header that does not begin with '{': it is no safetensors file");
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            header.read(parser);
        } catch (JacksonException e) {
            throw header.fault(
                    "has a header that is not JSON (%s): restore the file".formatted(e.getOriginalMessage()));
        }
        header.checkCoverage();
        return header;
    }

    Map<String, Entry> entries() {
        return entries;
    }

    Map<String, String> metadata() {
        return metadata;
    }

    private void read(JsonParser parser) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals(METADATA)) {
                readMetadata(parser);
            } else {
                entries.put(name, readTensor(parser, name));
            }
        }
        if (parser.nextToken() != null) {
            throw fault("has something after the header's end: restore the file");
        }
    }

    private void readMetadata(JsonParser parser) {
        require(parser, JsonToken.START_OBJECT, METADATA, "is no object");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            require(parser, JsonToken.VALUE_STRING, METADATA, "\"%s\" is no text".formatted(key));
            metadata.put(key, parser.getString());
        }
    }

    private Entry readTensor(JsonParser parser, String name) {
        StoredType type = null;
        List<Long> shape = null;
        List<Long> offsets = null;
        require(parser, JsonToken.START_OBJECT, name, "is no object");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "dtype" -> type = type(parser, name);
                case "shape" -> shape = numbers(parser, name, field, Shape.MAX_RANK);
                case "data_offsets" -> offsets = numbers(parser, name, field, 2);
                default -> parser.skipChildren();
            }
        }
        if (type == null || shape == null || offsets == null || offsets.size() != 2) {
            throw fault(name, "needs dtype, shape and two data_offsets: restore the file");
        }
        TensorInfo info = new TensorInfo(name, type, shape(name, shape, type));
        return located(info, offsets.get(0), offsets.get(1));
    }

    private StoredType type(JsonParser parser, String name) {
        require(parser, JsonToken.VALUE_STRING, name, "has a dtype that is no text");
        StoredType type = TYPES.get(parser.getString());
        if (type == null) {
            throw fault(
                    name, "has the unknown dtype \"%s\": use one of %s".formatted(parser.getString(), TYPES.keySet()));
        }
        return type;
    }

    private List<Long> numbers(JsonParser parser, String name, String field, int most) {
        require(parser, JsonToken.START_ARRAY, name, "has a %s that is no list".formatted(field));
        List<Long> numbers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (numbers.size() == most) {
                throw fault(name, "has a %s of more than %d numbers: use at most that".formatted(field, most));
            }
            numbers.add(number(parser, name, field));
        }
        return numbers;
    }

    private long number(JsonParser parser, String name, String field) {
        boolean whole = parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        if (!whole || parser.getLongValue() < 0) {
            throw fault(name, "has a %s with something else than whole numbers from 0 to 2^63 − 1".formatted(field));
        }
        return parser.getLongValue();
    }

    private Shape shape(String name, List<Long> dimensions, StoredType type) {
        try {
            Shape shape =
                    Shape.of(dimensions.stream().mapToInt(Math::toIntExact).toArray());
            Math.multiplyExact(shape.size(), (long) type.bytes());
            return shape;
        } catch (ArithmeticException e) {
            throw fault(name, "has the shape %s, which is too large: restore the file".formatted(dimensions));
        }
    }

    private Entry located(TensorInfo info, long from, long to) {
        if (from > to || to > dataBytes) {
            throw fault(
                    info.name(),
                    "lies at bytes %d to %d of %d: the file is cut short or corrupt, restore it"
                            .formatted(from, to, dataBytes));
        }
        if (to - from != info.bytes()) {
            throw fault(
                    info.name(),
                    "has %d bytes but %s of shape %s needs %d: restore the file"
                            .formatted(to - from, info.type(), info.shape(), info.bytes()));
        }
        return new Entry(info, from);
    }

    private void checkCoverage() {
        List<Entry> sorted = entries.values().stream()
                .sorted(Comparator.comparingLong(Entry::from).thenComparingLong(Entry::to))
                .toList();
        long end = 0;
        for (Entry entry : sorted) {
            if (entry.from() != end) {
                throw fault(
                        entry.info().name(),
                        "begins at byte %d but the tensor before ends at %d: restore the file"
                                .formatted(entry.from(), end));
            }
            end = entry.to();
        }
        if (end != dataBytes) {
            throw fault("has %d bytes of data but its tensors need %d: restore the file".formatted(dataBytes, end));
        }
    }

    private void require(JsonParser parser, JsonToken token, String tensor, String reason) {
        if (parser.currentToken() != token) {
            throw fault(tensor, reason + ": restore the file");
        }
    }

    private InvalidCheckpointException fault(String tensor, String reason) {
        return new InvalidCheckpointException(file, tensor, reason);
    }

    private InvalidCheckpointException fault(String reason) {
        return new InvalidCheckpointException(file, reason);
    }
}
