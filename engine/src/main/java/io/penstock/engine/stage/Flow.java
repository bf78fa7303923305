package io.penstock.engine.stage;

import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What goes forward from stage to stage for one micro-batch. Owns its tensors.
 *
 * @param values [n, in], [n, t, in], or I32 token numbers [n, t]
 * @param segments I32 [n, t], which tokens belong together; absent if each sequence is one
 */
public record Flow(Tensor values, @Nullable Tensor segments) implements AutoCloseable {

    /** Samples without segments; takes over the tensor. */
    public static Flow of(Tensor values) {
        return new Flow(values, null);
    }

    /** The same segments with other values, which are taken over. */
    public Flow with(Tensor next) {
        return new Flow(next, segments == null ? null : segments.retain());
    }

    @Override
    public void close() {
        values.close();
        if (segments != null) {
            segments.close();
        }
    }
}
