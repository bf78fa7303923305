package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/** Samples that are rows of sequences, padded to the longest of a draw; kinds differ in what they ask the model. */
abstract class SequenceSet implements DataSet {

    private final Sequences rows;
    private final String name;
    private final Form.Tokens form;
    private final int training;
    private final boolean full;

    /**
     * The first rows are trained on, the others held out.
     *
     * @param name of their file
     * @param full true if draws are always padded to the form's length
     */
    SequenceSet(Sequences rows, String name, Form.Tokens form, int training, boolean full) {
        this.rows = rows;
        this.name = name;
        this.form = form;
        this.training = training;
        this.full = full;
    }

    final Sequences rows() {
        return rows;
    }

    /** One row of a draw. */
    interface Writer {
        void write(int row, int width, MemorySegment out, long offset);
    }

    /** Writes the rows of a draw, as wide as {@link #length} says. */
    final void write(Draw draw, MemorySegment out, Writer writer) {
        int width = length(draw);
        for (int i = draw.from(); i < draw.to(); i++) {
            writer.write(draw.rows()[i], width, out, (long) Integer.BYTES * width * (i - draw.from()));
        }
    }

    @Override
    public final Form inputForm() {
        return form;
    }

    @Override
    public final int trainingSamples() {
        return training;
    }

    @Override
    public final int validationSamples() {
        return rows.count() - training;
    }

    @Override
    public final int length(Draw draw) {
        if (full) {
            return form.length();
        }
        int longest = 1;
        for (int i = draw.from(); i < draw.to(); i++) {
            longest = Math.max(longest, rows.length(draw.rows()[i]));
        }
        return longest;
    }

    @Override
    public final boolean segmented() {
        return true;
    }

    @Override
    public void inputs(Draw draw, MemorySegment out) {
        write(draw, out, rows::tokens);
    }

    @Override
    public final void segments(Draw draw, MemorySegment out) {
        write(draw, out, rows::segments);
    }

    @Override
    public String origin(int row) {
        return "%s sequence %d".formatted(name, rows.rows()[row]);
    }
}
