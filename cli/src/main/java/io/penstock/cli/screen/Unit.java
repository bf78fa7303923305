package io.penstock.cli.screen;

/** In what times are shown. */
public enum Unit {
    /** As they are, without a name. */
    PLAIN(1, ""),
    /** Seconds, shown as milliseconds. */
    MILLISECONDS(1000, " ms");

    private final double factor;
    private final String name;

    Unit(double factor, String name) {
        this.factor = factor;
        this.name = name;
    }

    /** A time with its unit's name. */
    String text(double time) {
        return Numbers.plain(time * factor) + name;
    }

    double factor() {
        return factor;
    }

    String suffix() {
        return name;
    }
}
