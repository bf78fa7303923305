package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The words that a specification may use where it chooses one of several things. */
final class Vocabulary {

    private static final int MAX_QUOTE = 40;

    private Vocabulary() {}

    /** The kinds of a specification by the name in {@link JsonSubTypes}. */
    static Map<String, Class<?>> kinds(Class<?> type) {
        Map<String, Class<?>> kinds = new LinkedHashMap<>();
        for (JsonSubTypes.Type kind : type.getAnnotation(JsonSubTypes.class).value()) {
            kinds.put(kind.name(), kind.value());
        }
        return Collections.unmodifiableMap(kinds);
    }

    /** The constants of an enum by {@link JsonProperty}, or else in small letters. */
    static Map<String, Object> constants(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(text((Enum<?>) constant), constant);
        }
        return Collections.unmodifiableMap(constants);
    }

    private static String text(Enum<?> constant) {
        return Arrays.stream(constant.getDeclaringClass().getFields())
                .filter(field -> field.getName().equals(constant.name()))
                .map(field -> field.getAnnotation(JsonProperty.class))
                .filter(property -> property != null && !property.value().isEmpty())
                .map(JsonProperty::value)
                .findAny()
                .orElseGet(() -> constant.name().toLowerCase(Locale.ROOT));
    }

    /** A JSON value in words, shortened. */
    static String describe(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT, POJO -> "an object";
            case STRING -> "the text \"%s\"".formatted(shorten(node.stringValue()));
            case NUMBER -> "the number " + shorten(node.asString());
            case BOOLEAN -> node.asString();
            case NULL, MISSING -> "null";
            case BINARY -> "bytes";
        };
    }

    private static String shorten(String text) {
        return text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE) + "…";
    }
}
