package io.penstock.engine.stage;

import io.penstock.engine.layer.Pass;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One micro-batch between its F and its W in one stage: a pass for each run of layers, the segments of its tokens, and the
 * inputs from which F can be computed again.
 */
final class Flight implements AutoCloseable {

    private final Pass.Slice slice;
    private final @Nullable Tensor segments;
    private final List<Pass> passes = new ArrayList<>(1);
    private final List<Tensor> inputs = new ArrayList<>(0);
    private boolean ready;

    /** @param segments another reference is taken */
    Flight(Pass.Slice slice, @Nullable Tensor segments) {
        this.slice = slice;
        this.segments = segments == null ? null : segments.retain();
    }

    Pass.Slice slice() {
        return slice;
    }

    @Nullable
    Tensor segments() {
        return segments;
    }

    /** Takes over the pass. */
    void add(Pass pass) {
        passes.add(pass);
    }

    /** One for each run of layers, first to last; empty until F was computed again. */
    List<Pass> passes() {
        return passes;
    }

    /** Takes over the input of the next run of layers. */
    void addInput(Tensor input) {
        inputs.add(input);
    }

    List<Tensor> inputs() {
        return inputs;
    }

    void dropInputs() {
        inputs.forEach(Tensor::close);
        inputs.clear();
    }

    void markReady() {
        ready = true;
    }

    boolean ready() {
        return ready;
    }

    long bytes() {
        long bytes = segments == null ? 0 : segments.bytes();
        for (Pass pass : passes) {
            bytes += pass.savedBytes();
        }
        for (Tensor input : inputs) {
            bytes += input.bytes();
        }
        return bytes;
    }

    @Override
    public void close() {
        passes.forEach(Pass::close);
        passes.clear();
        dropInputs();
        if (segments != null) {
            segments.close();
        }
    }
}
