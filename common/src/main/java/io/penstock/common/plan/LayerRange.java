package io.penstock.common.plan;

/**
 * A contiguous run of model layers, the content of one stage.
 *
 * @param from first layer, inclusive
 * @param to last layer, exclusive
 */
public record LayerRange(int from, int to) {

    public LayerRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("a stage holds at least one layer, got [%d, %d)".formatted(from, to));
        }
    }

    public int size() {
        return to - from;
    }
}
