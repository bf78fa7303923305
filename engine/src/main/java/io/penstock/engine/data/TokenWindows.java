package io.penstock.engine.data;

import java.lang.foreign.MemorySegment;

/**
 * Consecutive windows of a stream of tokens: sample i has tokens i·T to i·T + T − 1 as inputs, and each token's successor as
 * its target. The last windows are held out.
 */
final class TokenWindows implements DataSet {

    private final TokenArray tokens;
    private final String name;
    private final int length;
    private final int vocabulary;
    private final int windows;
    private final int training;

    private TokenWindows(TokenArray tokens, String name, int length, int vocabulary, int windows, int training) {
        this.tokens = tokens;
        this.name = name;
        this.length = length;
        this.vocabulary = vocabulary;
        this.windows = windows;
        this.training = training;
    }

    /** @throws InvalidDataException if there are too few tokens, or too many windows */
    static TokenWindows of(TokenArray tokens, DataFile file, int length, int vocabulary, double validationFraction) {
        long windows = (tokens.count() - 1) / length;
        if (windows < 1 || windows > Integer.MAX_VALUE) {
            throw file.fault("has %d tokens, %d windows of %d and one token more: 1 to 2147483647 can be used"
                    .formatted(tokens.count(), Math.max(0, windows), length));
        }
        int training = HeldOut.training((int) windows, validationFraction);
        return new TokenWindows(tokens, file.name(), length, vocabulary, (int) windows, training);
    }

    @Override
    public Form inputForm() {
        return new Form.Tokens(length, vocabulary);
    }

    @Override
    public Form targetForm() {
        return new Form.TokenLabels(length, vocabulary);
    }

    @Override
    public int trainingSamples() {
        return training;
    }

    @Override
    public int validationSamples() {
        return windows - training;
    }

    @Override
    public void inputs(Draw draw, MemorySegment out) {
        write(draw, 0, out);
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        write(draw, 1, out);
    }

    private void write(Draw draw, int shift, MemorySegment out) {
        long rowBytes = (long) Integer.BYTES * length;
        for (int i = draw.from(); i < draw.to(); i++) {
            tokens.write((long) draw.rows()[i] * length + shift, length, out, rowBytes * (i - draw.from()));
        }
    }

    @Override
    public long counted(Draw draw) {
        return (long) draw.samples() * length;
    }

    @Override
    public String origin(int row) {
        return "%s tokens %d to %d".formatted(name, (long) row * length, (long) row * length + length - 1);
    }
}
