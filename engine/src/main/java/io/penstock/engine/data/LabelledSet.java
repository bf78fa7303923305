package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/** Sequences with one class each. */
final class LabelledSet extends SequenceSet {

    private final Labels labels;

    /**
     * The classes.
     *
     * @param values one a sequence
     * @param origins tells where a sequence came from
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Labels(int[] values, Form.Label form, IntFunction<String> origins) {}

    LabelledSet(Sequences rows, String name, Form.Tokens form, int training, Labels labels) {
        super(rows, name, form, training, false);
        this.labels = labels;
    }

    @Override
    public Form targetForm() {
        return labels.form();
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        for (int i = draw.from(); i < draw.to(); i++) {
            out.set(LabelRows.INT, (long) Integer.BYTES * (i - draw.from()), labels.values()[draw.rows()[i]]);
        }
    }

    @Override
    public String origin(int row) {
        return labels.origins().apply(row);
    }
}
