package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A trainable tensor as one worker holds it. Where two layers share a parameter (tied embeddings), the later one is its home,
 * with gradient and optimizer state, and the other holds a copy: the same values, and the rows that its micro-batches add to
 * the home's gradient at the end of a step. So the sum has one order wherever the two are.
 */
public final class Parameter implements AutoCloseable {

    private final ParameterSpec spec;
    private final Tensor value;
    private final @Nullable Tensor gradient;
    private final List<Tensor> state;
    private final List<Rows> rows = new ArrayList<>();
    private boolean begun;

    /**
     * Rows for a gradient.
     *
     * @param ids I32 [k]
     * @param values [k, h]
     */
    public record Rows(Tensor ids, Tensor values) implements AutoCloseable {

        @Override
        public void close() {
            ids.close();
            values.close();
        }
    }

    private Parameter(ParameterSpec spec, Tensor value, @Nullable Tensor gradient, List<Tensor> state) {
        this.spec = spec;
        this.value = value;
        this.gradient = gradient;
        this.state = List.copyOf(state);
    }

    /** A parameter at home; takes over the value. Gradient and states of 0 have its type and shape. */
    public static Parameter home(Backend backend, ParameterSpec spec, Tensor value, int states) {
        Tensor gradient = zeros(backend, value);
        List<Tensor> state =
                IntStream.range(0, states).mapToObj(i -> zeros(backend, value)).toList();
        return new Parameter(spec, value, gradient, state);
    }

    /** A copy of a parameter that is at home elsewhere; takes over the value. */
    public static Parameter copy(ParameterSpec spec, Tensor value) {
        return new Parameter(spec, value, null, List.of());
    }

    private static Tensor zeros(Backend backend, Tensor like) {
        Tensor tensor = backend.allocate(like.dtype(), like.shape());
        backend.fill(tensor, 0);
        return tensor;
    }

    public ParameterSpec spec() {
        return spec;
    }

    /** Global name, for example {@code layers.3.weight}; it, not the stage, keys initial values and checkpoints. */
    public String name() {
        return spec.name();
    }

    public boolean isHome() {
        return gradient != null;
    }

    public Tensor value() {
        return value;
    }

    /** The sum over the step's micro-batches so far, same shape as the value; only at home. */
    public Tensor gradient() {
        return Objects.requireNonNull(gradient, () -> name() + " is a copy, its gradient is at home");
    }

    /** What the optimizer keeps, same shape each; only at home. */
    public List<Tensor> state() {
        return state;
    }

    /** Forgets the gradient of the step before. */
    public void startStep() {
        begun = false;
        dropRows();
    }

    /**
     * What a kernel that adds to the gradient must multiply the old content by: 0 for the first one of a step, which spares
     * filling it with zeros, then 1.
     */
    public float beta() {
        float beta = begun ? 1 : 0;
        begun = true;
        return beta;
    }

    /** Adds rows to the gradient, at once at home, at the end of the step in a copy. */
    public void addRows(Backend backend, Tensor ids, Tensor values) {
        if (gradient == null) {
            rows.add(new Rows(ids.retain(), values.retain()));
        } else {
            complete(backend);
            backend.scatterAdd(values, ids, gradient);
        }
    }

    /** Makes the gradient 0 if nothing was added to it in this step. */
    public void complete(Backend backend) {
        if (beta() == 0) {
            backend.fill(gradient(), 0);
        }
    }

    /** The rows that a copy has for its home, in micro-batch order; still owned by it. */
    public List<Rows> rows() {
        return List.copyOf(rows);
    }

    public long rowBytes() {
        return rows.stream()
                .mapToLong(each -> each.ids().bytes() + each.values().bytes())
                .sum();
    }

    private void dropRows() {
        rows.forEach(Rows::close);
        rows.clear();
    }

    /** Calls the action with each part and the index of its first value in the tensor. */
    public void forEachPart(ObjIntConsumer<ParameterSpec.Part> action) {
        int offset = 0;
        for (ParameterSpec.Part part : spec.parts()) {
            action.accept(part, offset);
            offset += Math.toIntExact(part.shape().size());
        }
    }

    @Override
    public void close() {
        dropRows();
        value.close();
        if (gradient != null) {
            gradient.close();
        }
        state.forEach(Tensor::close);
    }
}
