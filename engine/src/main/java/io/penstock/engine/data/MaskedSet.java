package io.penstock.engine.data;

import io.penstock.engine.backend.LossKernels;
import io.penstock.engine.random.CounterRandom;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Sequences in which some tokens are hidden and are the targets (Devlin et al., "BERT", 2019, section 3.1). Which ones
 * depends on seed, step and row only, so that the rank that reads inputs and the one that reads targets agree.
 */
final class MaskedSet extends SequenceSet {

    private static final float MASKED = 0.8f;
    private static final float MASKED_OR_RANDOM = 0.9f;

    private final Masking masking;
    private final Form.TokenLabels targets;

    /**
     * How tokens are hidden.
     *
     * @param probability of a token to be chosen; of the chosen 80 % become the mask, 10 % a random token, 10 % stay
     * @param mask token that stands for a hidden one
     * @param vocabulary random tokens are below it
     * @param special tokens that are never chosen
     */
    record Masking(long seed, float probability, int mask, int vocabulary, BitSet special) {}

    MaskedSet(Sequences rows, String name, Form.Tokens form, int training, Masking masking) {
        super(rows, name, form, training, false);
        this.masking = masking;
        this.targets = new Form.TokenLabels(form.length(), form.vocabulary());
    }

    @Override
    public Form targetForm() {
        return targets;
    }

    @Override
    public void inputs(Draw draw, MemorySegment out) {
        write(draw, out, (row, width, to, offset) -> {
            rows().tokens(row, width, to, offset);
            hide(draw.step(), row, to, offset);
        });
    }

    @Override
    public void targets(Draw draw, MemorySegment out) {
        write(draw, out, (row, width, to, offset) -> {
            rows().tokens(row, width, to, offset);
            keepChosen(draw.step(), row, width, to, offset);
        });
    }

    private void hide(long step, int row, MemorySegment inOut, long offset) {
        CounterRandom choices = choices(step, row);
        CounterRandom random = CounterRandom.of(masking.seed, "mask", "token", step, row);
        int first = firstChoice(step, row);
        for (int i = 0; i < rows().length(row); i++) {
            long at = offset + (long) Integer.BYTES * i;
            if (isChosen(inOut.get(LabelRows.INT, at), choices.nextFloat(), i == first)) {
                float kind = random.nextFloat();
                int other = random.nextInt(masking.vocabulary);
                if (kind < MASKED_OR_RANDOM) {
                    inOut.set(LabelRows.INT, at, kind < MASKED ? masking.mask : other);
                }
            }
        }
    }

    private void keepChosen(long step, int row, int width, MemorySegment inOut, long offset) {
        CounterRandom choices = choices(step, row);
        int first = firstChoice(step, row);
        int length = rows().length(row);
        for (int i = 0; i < width; i++) {
            long at = offset + (long) Integer.BYTES * i;
            if (i >= length || !isChosen(inOut.get(LabelRows.INT, at), choices.nextFloat(), i == first)) {
                inOut.set(LabelRows.INT, at, LossKernels.IGNORED);
            }
        }
    }

    private CounterRandom choices(long step, int row) {
        return CounterRandom.of(masking.seed, "mask", "", step, row);
    }

    private boolean isChosen(int token, float draw, boolean first) {
        return (draw < masking.probability || first) && !masking.special.get(token);
    }

    /** The token that is chosen in any case, so that every sequence asks something. */
    private int firstChoice(long step, int row) {
        CounterRandom choices = choices(step, row);
        long start = rows().starts()[row];
        int first = 0;
        float least = 1;
        for (int i = 0; i < rows().length(row); i++) {
            float draw = choices.nextFloat();
            if (draw < least && !masking.special.get(rows().tokens().get(start + i))) {
                least = draw;
                first = i;
            }
        }
        return first;
    }

    @Override
    public long counted(Draw draw) {
        long counted = 0;
        for (int i = draw.from(); i < draw.to(); i++) {
            counted += counted(draw.step(), draw.rows()[i]);
        }
        return counted;
    }

    private long counted(long step, int row) {
        CounterRandom choices = choices(step, row);
        int first = firstChoice(step, row);
        long start = rows().starts()[row];
        long counted = 0;
        for (int i = 0; i < rows().length(row); i++) {
            if (isChosen(rows().tokens().get(start + i), choices.nextFloat(), i == first)) {
                counted++;
            }
        }
        return counted;
    }
}
