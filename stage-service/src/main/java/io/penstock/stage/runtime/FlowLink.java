package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.stage.Rounding;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Sends and receives what goes forward between ranks: values in the type of storage, and segments before them in runs that
 * have some.
 *
 * @param values kind of the values' frames
 * @param segments kind of the segments' frames
 */
record FlowLink(Network network, Rounding rounding, boolean segmented, TensorKind values, TensorKind segments) {

    /** Returns when the peer has room. */
    void awaitRoom(int to) {
        if (segmented) {
            network.awaitRoom(to, segments);
        }
        network.awaitRoom(to, values);
    }

    /** Sends a flow, which stays the caller's; returns the bytes. */
    long send(int to, long step, int stage, int microBatch, Flow flow) {
        long bytes = 0;
        Tensor which = flow.segments();
        if (which != null) {
            bytes += which.bytes();
            network.send(to, new TensorKey(segments, step, stage, microBatch), which.retain());
        }
        Tensor narrow = rounding.narrow(flow.values());
        bytes += narrow.bytes();
        network.send(to, new TensorKey(values, step, stage, microBatch), narrow);
        return bytes;
    }

    /** Waits for a flow; the caller owns it then. */
    Flow receive(int from, long step, int stage, int microBatch) {
        @Nullable
        Tensor which = segmented ? network.receive(from, new TensorKey(segments, step, stage, microBatch)) : null;
        try (Tensor narrow = network.receive(from, new TensorKey(values, step, stage, microBatch))) {
            return new Flow(rounding.wide(narrow), which);
        } catch (RuntimeException e) {
            if (which != null) {
                which.close();
            }
            throw e;
        }
    }
}
