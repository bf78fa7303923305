package io.penstock.engine.job;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How a plain value is read from JSON, without any coercion: "4" is no number and 4.0 no whole one.
 *
 * @param expected what is accepted, in words
 */
record Scalar(String expected, Predicate<JsonNode> accepts, Function<JsonNode, Object> read) {

    private static final Scalar INT = new Scalar(
            "a whole number of at most 2147483647",
            node -> node.isIntegralNumber() && node.canConvertToInt(),
            JsonNode::intValue);
    private static final Scalar LONG = new Scalar(
            "a whole number of at most 9223372036854775807",
            node -> node.isIntegralNumber() && node.canConvertToLong(),
            JsonNode::longValue);
    private static final Scalar DOUBLE =
            new Scalar("a finite number", node -> node.isNumber() && Double.isFinite(toDouble(node)), Scalar::toDouble);
    private static final Scalar BOOLEAN = new Scalar("true or false", JsonNode::isBoolean, JsonNode::booleanValue);
    private static final Scalar TEXT = new Scalar("text", JsonNode::isString, JsonNode::stringValue);

    private static final Map<Class<?>, Scalar> ALL = Map.of(
            int.class, INT,
            Integer.class, INT,
            long.class, LONG,
            Long.class, LONG,
            double.class, DOUBLE,
            Double.class, DOUBLE,
            boolean.class, BOOLEAN,
            String.class, TEXT);

    static @Nullable Scalar of(Class<?> type) {
        return ALL.get(type);
    }

    private static double toDouble(JsonNode node) {
        return node.numberValue().doubleValue();
    }
}
