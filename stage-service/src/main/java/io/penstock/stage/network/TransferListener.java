package io.penstock.stage.network;

import io.penstock.common.wire.TensorKind;

/** Told of each tensor that has left; called on an event loop, must not block. */
@FunctionalInterface
public interface TransferListener {

    /** @param nanos from the call of send until the socket had taken the last byte */
    void sent(TensorKind kind, long bytes, long nanos);
}
