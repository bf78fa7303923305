package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/** Sequences in which each token's target is its successor. */
final class LineSet extends SequenceSet {

    private final Form.TokenLabels targets;

    LineSet(Sequences rows, String name, Form.Tokens form, int training, boolean full) {
        super(rows, name, form, training, full);
        this.targets = new Form.TokenLabels(form.length(), form.vocabulary());
    }

    @Override
    public Form targetForm() {
        return targets;
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        write(draw, out, rows()::successors);
    }

    @Override
    public long counted(Draw draw) {
        long counted = 0;
        for (int i = draw.from(); i < draw.to(); i++) {
            int row = draw.rows()[i];
            counted += rows().length(row) - rows().sequences(row);
        }
        return counted;
    }
}
