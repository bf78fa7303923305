package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
import io.penstock.engine.stage.Flow;
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
    public Flow inputs(long step, int from, int to) {
        return inputs(draw(step, from, to));
    }

    @Override
    public Tensor targets(long step, int from, int to) {
        return targets(draw(step, from, to));
    }

    @Override
    public Flow heldOutInputs(int from, int to) {
        return inputs(heldOut(from, to));
    }

    @Override
    public Tensor heldOutTargets(int from, int to) {
        return targets(heldOut(from, to));
    }

    @Override
    public long counted(long step, int samples) {
        return data.counted(draw(step, 0, samples));
    }

    @Override
    public long heldOutCounted(int from, int to) {
        return data.counted(heldOut(from, to));
    }

    private DataSet.Draw heldOut(int from, int to) {
        return new DataSet.Draw(-1, heldOut, from, to);
    }

    private DataSet.Draw draw(long step, int from, int to) {
        if (step != rowsOf) {
            rows = batches.rows(step);
            rowsOf = step;
        }
        return new DataSet.Draw(step, rows, from, to);
    }

    private Flow inputs(DataSet.Draw draw) {
        Tensor tensor = allocate(data.inputForm(), draw);
        data.inputs(draw, backend.hostWrite(tensor));
        backend.hostWritten(tensor);
        return new Flow(tensor, data.segmented() ? segments(draw) : null);
    }

    private Tensor segments(DataSet.Draw draw) {
        Tensor segments = backend.allocate(DType.I32, Shape.of(draw.samples(), data.length(draw)));
        data.segments(draw, backend.hostWrite(segments));
        backend.hostWritten(segments);
        return segments;
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
