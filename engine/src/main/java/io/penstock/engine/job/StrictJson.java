package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.engine.rule.FieldError;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Turns text into one JSON value within limits; a fault is told in plain words. */
final class StrictJson {

    private static final int MAX_DEPTH = 32;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private StrictJson() {}

    /** A list of one element. */
    static JsonNode listOf(JsonNode element) {
        return MAPPER.createArrayNode().add(element);
    }

    /** @throws InvalidJobException if the bytes are anything but one JSON value */
    static JsonNode parse(byte[] json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            try {
                JsonNode value = parser.nextToken() == null ? null : MAPPER.readTree(parser);
                if (value == null) {
                    throw fault("", "the job is empty: send one JSON object");
                }
                if (parser.nextToken() != null) {
                    throw fault("", "something follows the end of the job%s: remove it".formatted(where(parser)));
                }
                return value;
            } catch (JacksonException e) {
                throw explain(parser, e);
            }
        } catch (JacksonException e) {
            throw fault("", "the job is not JSON in UTF-8: correct its encoding");
        }
    }

    private static InvalidJobException explain(JsonParser parser, JacksonException e) {
        if (e instanceof StreamConstraintsException) {
            return fault(
                    "",
                    "nested deeper than %d levels, or a number or text is too long%s: shorten it"
                            .formatted(MAX_DEPTH, where(parser)));
        }
        if (e instanceof UnexpectedEndOfInputException) {
            return fault("", "the JSON ends too early%s: send all of it".formatted(where(parser)));
        }
        if (e.getOriginalMessage().startsWith("Duplicate")) {
            return fault(
                    parser.streamReadContext().pathAsPointer().toString(),
                    "the field occurs twice%s: remove one".formatted(where(parser)));
        }
        return fault("", "not JSON%s: correct the syntax".formatted(where(parser)));
    }

    private static String where(JsonParser parser) {
        return " at line %d, column %d"
                .formatted(
                        parser.currentLocation().getLineNr(),
                        parser.currentLocation().getColumnNr());
    }

    private static InvalidJobException fault(String pointer, String detail) {
        return new InvalidJobException(List.of(new FieldError(pointer, detail)));
    }
}
