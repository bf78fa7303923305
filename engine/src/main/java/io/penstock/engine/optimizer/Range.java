package io.penstock.engine.optimizer;

/** Guards for hyperparameters. NaN and infinity fail each of them. */
final class Range {

    private Range() {}

    static void positive(String name, double value) {
        check(value > 0 && Double.isFinite(value), name, "finite and greater than 0", value);
    }

    static void notNegative(String name, double value) {
        check(value >= 0 && Double.isFinite(value), name, "finite and at least 0", value);
    }

    static void belowOne(String name, double value) {
        check(value >= 0 && value < 1, name, "at least 0 and less than 1", value);
    }

    private static void check(boolean valid, String name, String rule, double value) {
        if (!valid) {
            throw new IllegalArgumentException("%s must be %s, got %s".formatted(name, rule, value));
        }
    }
}
