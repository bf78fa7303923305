package io.penstock.benchmarks.step;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.tensor.Tensor;
import io.penstock.stage.runtime.Network;
import io.penstock.stage.runtime.TensorKey;

/** One rank has nobody to talk to. */
final class NoNetwork implements Network {

    @Override
    public long lastArrival() {
        throw new IllegalStateException("one rank receives nothing");
    }

    @Override
    public void awaitRoom(int rank, TensorKind kind) {
        throw new IllegalStateException("one rank sends nothing");
    }

    @Override
    public void send(int rank, TensorKey key, Tensor tensor) {
        throw new IllegalStateException("one rank sends nothing");
    }

    @Override
    public Tensor receive(int rank, TensorKey key) {
        throw new IllegalStateException("one rank receives nothing");
    }

    @Override
    public void close() {}
}
