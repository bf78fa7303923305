package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
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
        return inputs(draw(step, from, to));
    }

    @Override
    public Tensor targets(long step, int from, int to) {
        return targets(draw(step, from, to));
    }

    @Override
    public Tensor heldOutInputs(int from, int to) {
        return inputs(new DataSet.Draw(-1, heldOut, from, to));
    }

    @Override
    public Tensor heldOutTargets(int from, int to) {
        return targets(new DataSet.Draw(-1, heldOut, from, to));
    }

    private DataSet.Draw draw(long step, int from, int to) {
        if (step != rowsOf) {
            rows = batches.rows(step);
            rowsOf = step;
        }
        return new DataSet.Draw(step, rows, from, to);
    }

    private Tensor inputs(DataSet.Draw draw) {
        Tensor tensor = allocate(data.inputForm(), draw);
        data.inputs(draw, backend.hostWrite(tensor));
        backend.hostWritten(tensor);
        return tensor;
    }

    private Tensor targets(DataSet.Draw draw) {
        Tensor tensor = allocate(data.targetForm(), draw);
        data.targets(draw, backend.hostWrite(tensor));
        backend.hostWritten(tensor);
        return tensor;
    }

    private Tensor allocate(Form form, DataSet.Draw draw) {
        return backend.allocate(form.dtype(), form.shape(draw.samples(), data.length(draw)));
    }
}
