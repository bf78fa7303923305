package io.penstock.engine.model;

import io.penstock.engine.rule.Rules;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a config.json, as the public tools write it. Faults are collected; what a faulty field gives is of no use, and
 * {@link #check} must come before anything is made of it. A field that is null is absent.
 */
final class ConfigFields {

    private final JsonNode config;
    private final Rules rules = new Rules();

    ConfigFields(JsonNode config) {
        this.config = config;
    }

    /** @throws io.penstock.engine.rule.BrokenRulesException with all faults so far */
    void check() {
        rules.check();
    }

    int whole(String field) {
        return required(field, wholeOrNull(field), 1);
    }

    int whole(String field, int absent) {
        Integer value = wholeOrNull(field);
        return value == null ? absent : value;
    }

    @Nullable
    Integer wholeOrNull(String field) {
        return read(field, JsonNode::isInt, JsonNode::intValue, "a whole number");
    }

    double number(String field, double absent) {
        Double value =
                read(field, JsonNode::isNumber, node -> node.numberValue().doubleValue(), "a number");
        return value == null ? absent : value;
    }

    boolean flag(String field, boolean absent) {
        Boolean value = read(field, JsonNode::isBoolean, JsonNode::booleanValue, "true or false");
        return value == null ? absent : value;
    }

    String text(String field) {
        return required(field, read(field, JsonNode::isString, JsonNode::stringValue, "text"), "");
    }

    List<Integer> wholes(String field) {
        return required(
                field,
                read(
                        field,
                        node -> node.isArray() && node.valueStream().allMatch(JsonNode::isInt),
                        node -> node.valueStream().map(JsonNode::intValue).toList(),
                        "a list of whole numbers"),
                List.of());
    }

    /** Fields of an object; empty ones if it is absent. */
    ConfigFields within(String field) {
        return new ConfigFields(config.path(field));
    }

    boolean hasArchitecture(String name) {
        return config.path("architectures")
                .valueStream()
                .anyMatch(node -> node.asString("").equals(name));
    }

    /** Classes: {@code num_labels}, or as many as {@code id2label} names; 2 where neither is given, as the public tools have it. */
    int labels() {
        JsonNode names = config.path("id2label");
        return whole("num_labels", names.isObject() ? names.size() : 2);
    }

    /** Refuses an option that would change what the model computes, unless it is absent or one of these. */
    ConfigFields only(String field, Object... supported) {
        JsonNode value = config.path(field);
        boolean holds =
                isAbsent(value) || Arrays.stream(supported).map(String::valueOf).anyMatch(value.asString("")::equals);
        rules.require(
                holds,
                "/" + field,
                "%s is %s: only %s is supported"
                        .formatted(
                                field,
                                value,
                                supported.length == 0
                                        ? "null"
                                        : Arrays.stream(supported)
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(" or "))));
        return this;
    }

    /** Refuses a change of the checkpoint that this kind of model does not know. */
    ConfigFields unknown(String field, @Nullable Object wish) {
        return require(wish == null, "%s is no field of this kind of model: remove it".formatted(field));
    }

    /** The checkpoint's context, or fewer tokens. */
    int context(String field, @Nullable Integer wish) {
        int most = whole(field);
        require(
                wish == null || wish <= most,
                "contextLength is %d but %s is %d: use at most that".formatted(wish, field, most));
        return wish == null ? most : wish;
    }

    ConfigFields require(boolean holds, String detail) {
        rules.require(holds, "", detail);
        return this;
    }

    private <T> T required(String field, @Nullable T value, T none) {
        rules.require(
                value != null || !isAbsent(config.path(field)), "/" + field, "%s is missing: add it".formatted(field));
        return value == null ? none : value;
    }

    private <T> @Nullable T read(String field, Predicate<JsonNode> accepts, Function<JsonNode, T> get, String kind) {
        JsonNode value = config.path(field);
        if (isAbsent(value) || accepts.test(value)) {
            return isAbsent(value) ? null : get.apply(value);
        }
        rules.require(false, "/" + field, "%s is %s: give %s".formatted(field, value, kind));
        return null;
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
