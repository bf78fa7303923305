package io.penstock.stage.runtime;

import io.penstock.common.schedule.StageMap;
import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Map;

/**
 * The scalar reduction at the end of a step: every rank sends one float64 partial per parameter to rank 0, which adds them
 * in layer order and answers the sum. The order does not depend on the split, so neither do the bits of the norm.
 */
final class GlobalNorm {

    private static final ValueLayout.OfDouble F64 =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PARTIALS = 0;
    private static final int RESULT = 1;

    private final Backend backend;
    private final Network network;
    private final StageMap stages;
    private final int rank;

    GlobalNorm(Backend backend, Network network, StageMap stages, int rank) {
        this.backend = backend;
        this.network = network;
        this.stages = stages;
        this.rank = rank;
    }

    /**
     * Sends this rank's partials away; rank 0 keeps its own.
     *
     * @param partials sums of squares by stage of this rank
     */
    void contribute(long step, Map<Integer, double[]> partials) {
        if (rank != 0) {
            partials.forEach(
                    (stage, values) -> send(0, new TensorKey(TensorKind.COLLECTIVE, step, stage, PARTIALS), values));
        }
    }

    /** The sum of squares over all stages, the same bits on every rank. */
    double await(long step, Map<Integer, double[]> partials) {
        if (rank != 0) {
            return receive(0, new TensorKey(TensorKind.COLLECTIVE, step, rank, RESULT))[0];
        }
        double sum = 0;
        for (int stage = 0; stage < stages.stages(); stage++) {
            int owner = stages.rankOf(stage);
            double[] values = owner == 0
                    ? partials.getOrDefault(stage, new double[0])
                    : receive(owner, new TensorKey(TensorKind.COLLECTIVE, step, stage, PARTIALS));
            for (double value : values) {
                sum += value;
            }
        }
        for (int other = 1; other < stages.ranks(); other++) {
            send(other, new TensorKey(TensorKind.COLLECTIVE, step, other, RESULT), sum);
        }
        return sum;
    }

    private void send(int to, TensorKey key, double... values) {
        Tensor tensor = backend.allocate(DType.F64, Shape.of(values.length));
        MemorySegment bytes = backend.hostWrite(tensor);
        for (int i = 0; i < values.length; i++) {
            bytes.setAtIndex(F64, i, values[i]);
        }
        backend.hostWritten(tensor);
        network.awaitRoom(to, key.kind());
        network.send(to, key, tensor);
    }

    private double[] receive(int from, TensorKey key) {
        try (Tensor tensor = network.receive(from, key)) {
            return backend.hostRead(tensor).toArray(F64);
        }
    }
}
