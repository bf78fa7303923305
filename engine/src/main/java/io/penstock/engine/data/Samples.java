package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Samples in the order of their source, seen through an order that puts the held-out ones last. */
final class Samples implements DataSet {

    private final Rows inputs;
    private final Rows targets;
    private final boolean labelled;
    private final IntFunction<String> origins;
    private final int[] order;
    private final int training;
    private final int classes;

    private Samples(Contents contents, int[] order, int training) {
        this.inputs = contents.inputs;
        this.targets = contents.targets;
        this.labelled = contents.labelled;
        this.origins = contents.origins;
        this.order = order;
        this.training = training;
        this.classes = labelled ? largestLabel() + 1 : 0;
    }

    private int largestLabel() {
        MemorySegment label = MemorySegment.ofArray(new byte[Integer.BYTES]);
        int largest = -1;
        for (int row = 0; row < targets.count(); row++) {
            targets.write(row, label, 0);
            largest = Math.max(largest, label.get(LabelRows.INT, 0));
        }
        return largest;
    }

    /**
     * All samples of a source.
     *
     * @param origins tells where a row came from
     */
    record Contents(Rows inputs, Rows targets, boolean labelled, IntFunction<String> origins) {

        /**
         * These samples, then others of the same kind.
         *
         * @param pointer the field that the others come from
         */
        Contents followedBy(Contents others, String pointer) {
            if (inputs.width() != others.inputs.width()) {
                throw new InvalidDataException(
                        pointer,
                        "held-out samples have %d values but training samples have %d: use files that match"
                                .formatted(others.inputs.width(), inputs.width()));
            }
            int count = inputs.count();
            return new Contents(
                    new JoinedRows(inputs, others.inputs),
                    new JoinedRows(targets, others.targets),
                    labelled,
                    row -> row < count ? origins.apply(row) : others.origins.apply(row - count));
        }

        /** The first rows are trained on, the others held out. */
        Samples split(int training) {
            return new Samples(this, IntStream.range(0, inputs.count()).toArray(), training);
        }

        /**
         * Holds out the nearest number of rows to a share, drawn by seed.
         *
         * @throws InvalidDataException if none would be left on one side
         */
        Samples split(double validationFraction, long seed) {
            int count = inputs.count();
            int training = HeldOut.training(count, validationFraction);
            int[] order =
                    training == count ? IntStream.range(0, count).toArray() : Permutation.of(count, seed, "split", 0);
            return new Samples(this, order, training);
        }
    }

    @Override
    public Form inputForm() {
        return new Form.Values(inputs.width());
    }

    @Override
    public Form targetForm() {
        return labelled ? new Form.Label(classes) : new Form.Values(targets.width());
    }

    @Override
    public int trainingSamples() {
        return training;
    }

    @Override
    public int validationSamples() {
        return order.length - training;
    }

    @Override
    public void inputs(Draw draw, MemorySegment out) {
        write(inputs, draw, out);
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        write(targets, draw, out);
    }

    private void write(Rows source, Draw draw, MemorySegment out) {
        long rowBytes = (long) Float.BYTES * source.width();
        for (int i = draw.from(); i < draw.to(); i++) {
            source.write(order[draw.rows()[i]], out, rowBytes * (i - draw.from()));
        }
    }

    @Override
    public String origin(int row) {
        return origins.apply(order[row]);
    }
}
