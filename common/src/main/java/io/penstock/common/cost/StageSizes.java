package io.penstock.common.cost;

/**
 * Bytes (or any one unit) that one micro-batch takes in one stage.
 *
 * @param activation held from the start of F to the end of I
 * @param kept the part of it, or what replaces it, that stays until the end of W; M_W beside {@code activation}'s M_B in
 *     Qi et al., "Zero Bubble Pipeline Parallelism" (2024), section 2
 * @param output the tensor sent to the next stage; its gradient is as large
 */
public record StageSizes(double activation, double kept, double output) {

    /** Takes no room. */
    public static final StageSizes ZERO = new StageSizes(0, 0, 0);

    public StageSizes {
        if (!(activation >= 0) || !(kept >= 0) || !(output >= 0)) {
            throw new IllegalArgumentException(
                    "sizes are 0 or more, got activation %s, kept %s, output %s".formatted(activation, kept, output));
        }
    }

    /** Two runs of layers as one stage, which sends what the second one sends. */
    public StageSizes then(StageSizes next) {
        return new StageSizes(activation + next.activation, kept + next.kept, next.output);
    }

    public StageSizes times(double factor) {
        return new StageSizes(activation * factor, kept * factor, output);
    }
}
