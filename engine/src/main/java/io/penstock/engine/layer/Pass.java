package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One layer's work on one micro-batch: what F leaves for I and I for W, and the keys of its random numbers. The pass of a
 * layer that is made of layers has one for each of them.
 *
 * @see Layer
 */
public final class Pass implements AutoCloseable {

    private final Backend backend;
    private final List<Parameter> parameters;
    private final Slice slice;
    private final Mode mode;
    private final List<Pass> children = new ArrayList<>(0);
    private final List<@Nullable Tensor> saved = new ArrayList<>(4);
    private final List<Tensor> widened = new ArrayList<>(0);
    private @Nullable Tensor gradient;
    private @Nullable Tensor residual;
    private @Nullable Shape noted;
    private boolean inputNeeded = true;

    /**
     * Where a micro-batch stands in the run; random numbers are keyed by it, so they don't depend on the split.
     *
     * @param seed the job's seed
     * @param step training step
     * @param firstSample index within the step's batch of the micro-batch's first sample
     * @param training false in evaluation: nothing is saved, dropout does nothing
     */
    public record Slice(long seed, long step, int firstSample, boolean training) {}

    /**
     * How a pass remembers.
     *
     * @param saving false if nothing is kept: in evaluation, and where F is computed again before I
     * @param storage the type that float32 tensors are kept in
     * @param segments of the micro-batch's tokens, I32 [n, t], absent if each sequence is one; not owned
     */
    public record Mode(
            boolean saving, DType storage, @Nullable Tensor segments) {

        /** Everything is kept as it is. */
        public static final Mode PLAIN = new Mode(true, DType.F32, null);
    }

    public Pass(Backend backend, List<Parameter> parameters, Slice slice) {
        this(backend, parameters, slice, Mode.PLAIN);
    }

    public Pass(Backend backend, List<Parameter> parameters, Slice slice, Mode mode) {
        this.backend = backend;
        this.parameters = parameters;
        this.slice = slice;
        this.mode = mode;
    }

    public Backend backend() {
        return backend;
    }

    public Slice slice() {
        return slice;
    }

    /** Segments of the tokens, absent if each sequence is one. */
    public @Nullable Tensor segments() {
        return mode.segments();
    }

    /** The layer's parameter, counted as in {@link Layer#parameters}. */
    public Parameter parameter(int index) {
        return parameters.get(index);
    }

    /** The passes of the layers that this one is made of. */
    List<Pass> children(Chain chain) {
        if (children.isEmpty()) {
            for (int i = 0; i < chain.layers().size(); i++) {
                List<Parameter> own = parameters.subList(chain.firstParameter(i), chain.firstParameter(i + 1));
                children.add(new Pass(backend, own, slice, mode));
            }
        }
        return children;
    }

    /** False if nobody wants the gradient of the input, as at the start of the model. */
    public boolean inputNeeded() {
        return inputNeeded;
    }

    public void inputNeeded(boolean needed) {
        this.inputNeeded = needed;
    }

    /** Keeps a tensor for I or W (another reference is taken, or a narrower copy). Does nothing where nothing is kept. */
    public void save(Tensor tensor) {
        if (slice.training() && mode.saving()) {
            saved.add(kept(tensor));
        }
    }

    private Tensor kept(Tensor tensor) {
        if (mode.storage() == DType.F32 || tensor.dtype() != DType.F32) {
            return tensor.retain();
        }
        Tensor narrow = backend.allocate(mode.storage(), tensor.shape());
        backend.convert(tensor, narrow);
        return narrow;
    }

    /** The tensor saved as the index-th; still owned by the pass. */
    public Tensor saved(int index) {
        Tensor tensor = saved.get(index);
        if (tensor == null) {
            throw new IllegalStateException("tensor %d was dropped".formatted(index));
        }
        return widen(tensor);
    }

    private Tensor widen(Tensor tensor) {
        if (mode.storage() == DType.F32 || tensor.dtype() != mode.storage()) {
            return tensor;
        }
        Tensor wide = backend.allocate(DType.F32, tensor.shape());
        backend.convert(tensor, wide);
        widened.add(wide);
        return wide;
    }

    /** Frees the tensor saved as the index-th, which W doesn't need. */
    public void drop(int index) {
        Tensor tensor = saved.get(index);
        if (tensor != null) {
            tensor.close();
            saved.set(index, null);
        }
    }

    /** Remembers the input's shape for I. */
    void note(Shape shape) {
        noted = shape;
    }

    Shape noted() {
        if (noted == null) {
            throw new IllegalStateException("I was asked for before F");
        }
        return noted;
    }

    /** Keeps the gradient that W needs (another reference is taken, or a narrower copy). */
    public void keepGradient(Tensor tensor) {
        gradient = kept(tensor);
    }

    /** The gradient that I kept for W; still owned by the pass. */
    public Tensor gradient() {
        if (gradient == null) {
            throw new IllegalStateException("W was asked for before I");
        }
        return widen(gradient);
    }

    /** A gradient that the layer is to add to that of its input; not owned. */
    void residual(Tensor added) {
        residual = added;
    }

    @Nullable
    Tensor residual() {
        return residual;
    }

    /** Frees the float32 copies that were made for I or W. */
    public void shrink() {
        widened.forEach(Tensor::close);
        widened.clear();
        residual = null;
        children.forEach(Pass::shrink);
    }

    public long savedBytes() {
        long bytes = gradient == null ? 0 : gradient.bytes();
        for (Tensor tensor : saved) {
            bytes += tensor == null ? 0 : tensor.bytes();
        }
        for (Pass child : children) {
            bytes += child.savedBytes();
        }
        return bytes;
    }

    /** Frees what was saved. */
    @Override
    public void close() {
        shrink();
        for (int i = 0; i < saved.size(); i++) {
            drop(i);
        }
        saved.clear();
        if (gradient != null) {
            gradient.close();
            gradient = null;
        }
        children.forEach(Pass::close);
    }
}
