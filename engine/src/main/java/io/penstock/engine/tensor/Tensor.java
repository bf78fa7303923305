package io.penstock.engine.tensor;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A dense row-major array whose storage belongs to a backend.
 *
 * <p>Tensors are counted, never collected: one is made with one reference, {@link #retain} adds one, {@link #close} drops
 * one, and the storage goes back to its backend with the last. Counting is thread-safe, the content is not. A tensor that
 * was handed to somebody else (stash, mailbox, sender) is not written any more.
 */
public abstract class Tensor implements AutoCloseable {

    private final DType dtype;
    private final Shape shape;
    private final AtomicInteger references = new AtomicInteger(1);

    protected Tensor(DType dtype, Shape shape) {
        this.dtype = dtype;
        this.shape = shape;
    }

    public final DType dtype() {
        return dtype;
    }

    public final Shape shape() {
        return shape;
    }

    public final long bytes() {
        return shape.size() * dtype.bytes();
    }

    /** Adds a reference and returns this tensor. */
    public final Tensor retain() {
        if (references.getAndIncrement() <= 0) {
            throw new IllegalStateException("tensor " + shape + " was already freed");
        }
        return this;
    }

    /** Drops a reference; the last one frees the storage. */
    @Override
    public final void close() {
        int left = references.decrementAndGet();
        if (left == 0) {
            free();
        } else if (left < 0) {
            throw new IllegalStateException("tensor " + shape + " was freed twice");
        }
    }

    /** Gives the storage back. Called once, from any thread. */
    protected abstract void free();
}
