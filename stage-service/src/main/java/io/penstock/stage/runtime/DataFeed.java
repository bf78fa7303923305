package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.stream.IntStream;

/** Feeds a rank from a data set in memory; every rank that reads draws the same rows for a step. Used by one thread. */
public final class DataFeed implements Feed {

    private final Backend backend;
    private final DataSet data;
    private final BatchPlan batches;
    private final int[] heldOut;
    private int[] rows = {};
    private long rowsOf = -1;

    public DataFeed(Backend backend, DataSet data, BatchPlan batches) {
        this.backend = backend;
        this.data = data;
        this.batches = batches;
        this.heldOut = IntStream.range(data.trainingSamples(), data.trainingSamples() + data.validationSamples())
                .toArray();
    }

    @Override
    public Tensor inputs(long step, int from, int to) {
        return inputs(rows(step), from, to);
    }

    @Override
    public Tensor targets(long step, int from, int to) {
        return targets(rows(step), from, to);
    }

    @Override
    public Tensor heldOutInputs(int from, int to) {
        return inputs(heldOut, from, to);
    }

    @Override
    public Tensor heldOutTargets(int from, int to) {
        return targets(heldOut, from, to);
    }

    private int[] rows(long step) {
        if (step != rowsOf) {
            rows = batches.rows(step);
            rowsOf = step;
        }
        return rows;
    }

    private Tensor inputs(int[] chosen, int from, int to) {
        Tensor tensor = backend.allocate(DType.F32, Shape.of(to - from, data.inputSize()));
        data.inputs(chosen, from, to, backend.hostWrite(tensor));
        backend.hostWritten(tensor);
        return tensor;
    }

    private Tensor targets(int[] chosen, int from, int to) {
        Tensor tensor = data.labelled()
                ? backend.allocate(DType.I32, Shape.of(to - from))
                : backend.allocate(DType.F32, Shape.of(to - from, data.targetSize()));
        data.targets(chosen, from, to, backend.hostWrite(tensor));
        backend.hostWritten(tensor);
        return tensor;
    }
}
