package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * One layer's work on one micro-batch: what F leaves for I and W, and the keys of its random numbers.
 *
 * @see Layer
 */
public final class Pass implements AutoCloseable {

    private final Backend backend;
    private final List<Parameter> parameters;
    private final Slice slice;
    private final List<Tensor> saved = new ArrayList<>(2);

    /**
     * Where a micro-batch stands in the run; random numbers are keyed by it, so they don't depend on the split.
     *
     * @param seed the job's seed
     * @param step training step
     * @param firstSample index within the step's batch of the micro-batch's first sample
     * @param training false in evaluation: nothing is saved, dropout does nothing
     */
    public record Slice(long seed, long step, int firstSample, boolean training) {}

    public Pass(Backend backend, List<Parameter> parameters, Slice slice) {
        this.backend = backend;
        this.parameters = parameters;
        this.slice = slice;
    }

    public Backend backend() {
        return backend;
    }

    public Slice slice() {
        return slice;
    }

    /** The layer's parameter, counted as in {@link Layer#parameters}. */
    public Parameter parameter(int index) {
        return parameters.get(index);
    }

    /** Keeps a tensor for I or W (another reference is taken). Does nothing in evaluation. */
    public void save(Tensor tensor) {
        if (slice.training()) {
            saved.add(tensor.retain());
        }
    }

    /** The tensor saved as the index-th; still owned by the pass. */
    public Tensor saved(int index) {
        return saved.get(index);
    }

    public long savedBytes() {
        long bytes = 0;
        for (Tensor tensor : saved) {
            bytes += tensor.bytes();
        }
        return bytes;
    }

    /** Frees what was saved. */
    @Override
    public void close() {
        saved.forEach(Tensor::close);
        saved.clear();
    }
}
