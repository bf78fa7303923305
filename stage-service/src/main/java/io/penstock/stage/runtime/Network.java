package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.tensor.Tensor;

/** How one rank of one run exchanges tensors with the others. Every wait ends at the run's deadline, when a peer is lost, or when the run is cancelled. */
public interface Network extends AutoCloseable {

    /** Returns when the peer has room for one more tensor of a kind. */
    void awaitRoom(int rank, TensorKind kind);

    /** Sends a tensor without waiting for its arrival, and takes over the caller's reference. */
    void send(int rank, TensorKey key, Tensor tensor);

    /** Waits for a tensor; the caller owns it then. */
    Tensor receive(int rank, TensorKey key);

    /** The nanoTime at which the tensor that was received last had arrived. */
    long lastArrival();

    @Override
    void close();
}
