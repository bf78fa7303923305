package io.penstock.common.draw;

import java.util.Locale;

/** The text of a picture, a line an element. */
final class Svg {

    private final StringBuilder text = new StringBuilder();

    /** @param values numbers of type double are written with one decimal at most */
    Svg add(String line, Object... values) {
        Object[] written = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            written[i] = values[i] instanceof Double value ? number(value) : values[i];
        }
        text.append(line.formatted(written)).append('\n');
        return this;
    }

    static String escaped(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String number(double value) {
        String number = String.format(Locale.ROOT, "%.1f", value);
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
