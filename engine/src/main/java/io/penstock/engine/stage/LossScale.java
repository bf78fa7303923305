package io.penstock.engine.stage;

/**
 * Dynamic loss scaling for gradients that are kept in F16 (Micikevicius et al., 2018, section 3.2): the loss's gradient is
 * multiplied by a power of 2, the weights' gradients are divided by it; it halves when one of them overflows, and doubles after
 * {@value #GROWTH_STEPS} steps without. Every rank keeps its own and sees the same norms, so all agree. Used by one thread.
 */
public final class LossScale {

    private static final float START = 65536;
    private static final float LARGEST = 16777216;
    private static final int GROWTH_STEPS = 2000;

    private final boolean dynamic;
    private float factor;
    private int goodSteps;

    private LossScale(boolean dynamic, float start) {
        this.dynamic = dynamic;
        this.factor = start;
    }

    /** Starts at 2^16. */
    public static LossScale dynamic() {
        return new LossScale(true, START);
    }

    /** Always 1. */
    public static LossScale none() {
        return new LossScale(false, 1);
    }

    public float factor() {
        return factor;
    }

    /** Notes how a step ended. */
    public void update(boolean overflowed) {
        if (!dynamic) {
            return;
        }
        if (overflowed) {
            factor = Math.max(1, factor / 2);
            goodSteps = 0;
        } else if (++goodSteps == GROWTH_STEPS) {
            factor = Math.min(LARGEST, factor * 2);
            goodSteps = 0;
        }
    }
}
