package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * How a specification record is made: by its static method marked {@link JsonCreator} or else by its canonical
 * constructor. A parameter may be absent in JSON if it is {@link Nullable} or names a default in {@link JsonProperty}.
 */
record Creator(Class<?> type, Executable executable, List<Field> fields) {

    /**
     * One parameter.
     *
     * @param single true if a list may be given as its only element
     * @param absent what an absent field means, null if it has no default
     */
    record Field(
            String name,
            Type type,
            boolean nullable,
            boolean single,
            @Nullable JsonNode absent) {

        static Field of(Parameter parameter) {
            JsonFormat format = parameter.getAnnotation(JsonFormat.class);
            JsonProperty property = parameter.getAnnotation(JsonProperty.class);
            return new Field(
                    parameter.getName(),
                    parameter.getParameterizedType(),
                    parameter.getAnnotatedType().isAnnotationPresent(Nullable.class),
                    format != null && List.of(format.with()).contains(JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY),
                    property == null || property.defaultValue().isEmpty()
                            ? null
                            : absent(parameter.getType(), property.defaultValue()));
        }

        private static JsonNode absent(Class<?> type, String text) {
            return type == String.class || type.isEnum() ? StringNode.valueOf(text) : StrictJson.MAPPER.readTree(text);
        }
    }

    private static final ClassValue<Creator> KNOWN = new ClassValue<>() {
        @Override
        protected Creator computeValue(Class<?> type) {
            return describe(type);
        }
    };

    static Creator of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static Creator describe(Class<?> type) {
        Executable executable = Stream.of(type.getDeclaredMethods())
                .filter(method -> isCreator(method, false))
                .map(Executable.class::cast)
                .findAny()
                .orElseGet(() -> canonical(type));
        executable.setAccessible(true);
        return new Creator(
                type,
                executable,
                Stream.of(executable.getParameters()).map(Field::of).toList());
    }

    /** The static method that makes a value of this type of one word, if there is one. */
    static Optional<Creator> ofWord(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> isCreator(method, true))
                .findAny()
                .map(method -> new Creator(type, method, List.of()));
    }

    private static boolean isCreator(Method method, boolean delegating) {
        JsonCreator creator = method.getAnnotation(JsonCreator.class);
        return creator != null && (creator.mode() == JsonCreator.Mode.DELEGATING) == delegating;
    }

    private static Executable canonical(Class<?> type) {
        Class<?>[] components = Arrays.stream(type.getRecordComponents())
                .map(component -> component.getType())
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(components);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " is not a record", e);
        }
    }

    List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /** @throws IllegalArgumentException if the record refuses the values */
    Object create(@Nullable Object[] arguments) {
        try {
            return switch (executable) {
                case Method method -> method.invoke(null, arguments);
                case Constructor<?> constructor -> constructor.newInstance(arguments);
            };
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalStateException("cannot create " + type, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create " + type, e);
        }
    }
}
