package io.penstock.common.wire;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Control frames as JSON, read strictly: what this version does not know is refused, never dropped. */
final class WireJson {

    private static final int MAX_NESTING = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_NESTING)
                            .build())
                    .build())
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private WireJson() {}

    static byte[] write(Object message) {
        return MAPPER.writeValueAsBytes(message);
    }

    static <T> T read(byte[] json, Class<T> type) throws RefusedException {
        try {
            T message = MAPPER.readValue(json, type);
            if (message == null) {
                throw new RefusedException("control frame is null, must be a " + type.getSimpleName());
            }
            return message;
        } catch (JacksonException e) {
            throw new RefusedException("control frame of %d bytes is no %s: %s"
                    .formatted(json.length, type.getSimpleName(), e.getOriginalMessage()));
        }
    }
}
