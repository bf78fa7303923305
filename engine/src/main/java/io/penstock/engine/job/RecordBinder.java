package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.penstock.engine.rule.BrokenRulesException;
import io.penstock.engine.rule.FieldError;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes specification records of parsed JSON by the Jackson annotations on them, but goes on after a fault, so that one
 * answer names all of them, in the user's words. Parsing and writing are Jackson's own.
 */
final class RecordBinder {

    private static final int MAX_ERRORS = 100;

    private final List<FieldError> errors = new ArrayList<>();

    /** The faults found so far. */
    List<FieldError> errors() {
        return errors;
    }

    /** The value of a node, or null after at least one fault. */
    @Nullable
    Object bind(JsonNode node, Type type, String pointer) {
        return switch (type) {
            case ParameterizedType list -> bindList(node, list.getActualTypeArguments()[0], pointer);
            case Class<?> raw when raw.isEnum() -> bindWord(node, Vocabulary.constants(raw), pointer);
            case Class<?> raw -> bindValue(node, raw, pointer);
            default -> throw new IllegalStateException("no record has components of " + type);
        };
    }

    private @Nullable Object bindValue(JsonNode node, Class<?> type, String pointer) {
        Scalar scalar = Scalar.of(type);
        if (scalar != null) {
            return scalar.accepts().test(node) ? scalar.read().apply(node) : mismatch(node, scalar.expected(), pointer);
        }
        Optional<Creator> ofWord = node.isString() ? Creator.ofWord(type) : Optional.empty();
        if (ofWord.isPresent()) {
            return create(ofWord.get(), new Object[] {node.stringValue()}, pointer);
        }
        return node instanceof ObjectNode object
                ? bindObject(object, type, pointer)
                : mismatch(node, "an object", pointer);
    }

    private @Nullable Object bindList(JsonNode node, Type element, String pointer) {
        if (!node.isArray()) {
            return mismatch(node, "a list", pointer);
        }
        int before = errors.size();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < node.size() && errors.size() < MAX_ERRORS; i++) {
            Object value = bind(node.get(i), element, pointer + "/" + i);
            if (value != null) {
                values.add(value);
            }
        }
        return errors.size() > before ? null : values;
    }

    private @Nullable Object bindObject(ObjectNode object, Class<?> type, String pointer) {
        JsonTypeInfo info = type.getAnnotation(JsonTypeInfo.class);
        if (info == null || type.isRecord()) {
            return bindRecord(object, Creator.of(type), List.of(), pointer);
        }
        String key = info.property();
        JsonNode name = object.get(key);
        Map<String, Class<?>> kinds = Vocabulary.kinds(type);
        if (name == null) {
            return fault(pointer + "/" + key, "required: add one of " + String.join(", ", kinds.keySet()));
        }
        Object kind = bindWord(name, kinds, pointer + "/" + key);
        return kind == null ? null : bindRecord(object, Creator.of((Class<?>) kind), List.of(key), pointer);
    }

    private @Nullable Object bindRecord(ObjectNode object, Creator creator, List<String> read, String pointer) {
        int before = errors.size();
        object.propertyNames().stream()
                .filter(name -> !creator.names().contains(name) && !read.contains(name))
                .limit(MAX_ERRORS)
                .forEach(name -> unknownField(name, creator.names(), pointer));
        @Nullable
        Object[] arguments = creator.fields().stream()
                .map(field -> bindField(object.get(field.name()), field, pointer + "/" + field.name()))
                .toArray();
        return errors.size() > before ? null : create(creator, arguments, pointer);
    }

    private @Nullable Object create(Creator creator, @Nullable Object[] arguments, String pointer) {
        try {
            return creator.create(arguments);
        } catch (BrokenRulesException e) {
            e.errors().forEach(error -> add(error.within(pointer)));
            return null;
        } catch (IllegalArgumentException e) {
            String detail = String.valueOf(e.getMessage());
            String field = creator.names().stream()
                    .filter(name -> detail.startsWith(name + " "))
                    .map(name -> "/" + name)
                    .findFirst()
                    .orElse("");
            return fault(pointer + field, detail);
        }
    }

    private @Nullable Object bindField(@Nullable JsonNode node, Creator.Field field, String pointer) {
        if (node != null && !(node.isNull() && field.nullable())) {
            JsonNode value = field.single() && !node.isArray() ? StrictJson.listOf(node) : node;
            return bind(value, field.type(), pointer);
        }
        if (field.nullable()) {
            return null;
        }
        return field.absent() == null
                ? fault(pointer, "required, but missing: add it")
                : bind(field.absent(), field.type(), pointer);
    }

    private @Nullable Object bindWord(JsonNode node, Map<String, ?> known, String pointer) {
        if (!node.isString()) {
            return mismatch(node, "one of " + String.join(", ", known.keySet()), pointer);
        }
        Object value = known.get(node.stringValue());
        return value == null
                ? fault(
                        pointer,
                        "unknown: %s, use one of %s"
                                .formatted(Vocabulary.describe(node), String.join(", ", known.keySet())))
                : value;
    }

    private void unknownField(String name, Collection<String> known, String pointer) {
        String fix = Nearest.to(name, known)
                .map("did you mean \"%s\"?"::formatted)
                .orElseGet(() -> "known are " + String.join(", ", known));
        fault(pointer + "/" + name.replace("~", "~0").replace("/", "~1"), "unknown field: " + fix);
    }

    private @Nullable Object mismatch(JsonNode node, String expected, String pointer) {
        return fault(pointer, "found %s, expected %s".formatted(Vocabulary.describe(node), expected));
    }

    private @Nullable Object fault(String pointer, String detail) {
        add(new FieldError(pointer, detail));
        return null;
    }

    private void add(FieldError error) {
        if (errors.size() < MAX_ERRORS) {
            errors.add(error);
        }
    }
}
