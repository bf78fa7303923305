package io.penstock.cli.screen;

/** In what times are shown. */
public enum Unit {
    /** As they are, without a name. */
    PLAIN(1, "") {
        @Override
        String number(double time) {
            return Numbers.plain(time);
        }
    },
    /** Seconds, shown as milliseconds. */
    MILLISECONDS(1000, " ms") {
        @Override
        String number(double time) {
            return Numbers.millis(time);
        }
    };

    private final double factor;
    private final String suffix;

    Unit(double factor, String suffix) {
        this.factor = factor;
        this.suffix = suffix;
    }

    abstract String number(double time);

    /** A time with its unit's name. */
    String text(double time) {
        return number(time) + suffix;
    }

    double factor() {
        return factor;
    }

    String suffix() {
        return suffix;
    }
}
