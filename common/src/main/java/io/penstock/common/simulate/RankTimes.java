package io.penstock.common.simulate;

/**
 * When one rank computed during a step. All ranks of a step share one clock and unit.
 *
 * @param firstStart start of its first compute action
 * @param lastEnd end of its last compute action
 * @param busy time inside compute actions
 */
public record RankTimes(double firstStart, double lastEnd, double busy) {

    public RankTimes {
        if (!(firstStart <= lastEnd) || !(busy >= 0)) {
            throw new IllegalArgumentException(
                    "a rank ends after it starts and is busy for 0 or longer, got %s to %s, busy %s"
                            .formatted(firstStart, lastEnd, busy));
        }
    }

    public double span() {
        return lastEnd - firstStart;
    }
}
