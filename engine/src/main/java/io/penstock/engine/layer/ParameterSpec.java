package io.penstock.engine.layer;

import io.penstock.engine.tensor.Shape;
import java.util.List;

/**
 * A trainable tensor before it exists.
 *
 * @param name global name; layers that name the same parameter share it, and the last of them is its home
 * @param shape of the tensor that is computed with
 * @param initial how values begin
 * @param parts the tensors that checkpoints know, whose values follow one another in this one; most parameters are one part
 */
public record ParameterSpec(String name, Shape shape, Initial initial, List<Part> parts) {

    /**
     * A tensor of a checkpoint.
     *
     * @param name global name, for example {@code h.3.attn.c_proj.weight}
     */
    public record Part(String name, Shape shape) {}

    public ParameterSpec {
        parts = List.copyOf(parts);
        long values = parts.stream().mapToLong(part -> part.shape().size()).sum();
        if (values != shape.size()) {
            throw new IllegalArgumentException("the parts of %s have %d values but its shape %s has %d"
                    .formatted(name, values, shape, shape.size()));
        }
    }

    /** A parameter that is one tensor of a checkpoint. */
    public static ParameterSpec of(String name, Shape shape, Initial initial) {
        return new ParameterSpec(name, shape, initial, List.of(new Part(name, shape)));
    }

    /** How values begin, drawn by seed and name. */
    public sealed interface Initial {

        /** Uniform in [−bound, bound). */
        record Uniform(double bound) implements Initial {}

        /** Normal with mean 0. */
        record Normal(double deviation) implements Initial {}

        /** The same everywhere. */
        record Constant(float value) implements Initial {}
    }
}
