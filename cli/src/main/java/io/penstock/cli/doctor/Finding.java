package io.penstock.cli.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a check found out.
 *
 * @param check what was looked at
 * @param fix what to do about it, absent if it is fine
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
        String check, Level level, String detail, @Nullable String fix) {

    static Finding ok(String check, String detail) {
        return new Finding(check, Level.OK, detail, null);
    }

    static Finding warning(String check, String detail, String fix) {
        return new Finding(check, Level.WARNING, detail, fix);
    }

    static Finding problem(String check, String detail, String fix) {
        return new Finding(check, Level.PROBLEM, detail, fix);
    }

    /** One line. */
    public String text() {
        String line = "%-8s %-12s %s".formatted(level.name().toLowerCase(Locale.ROOT), check, detail);
        return fix == null ? line : line + ": " + fix;
    }
}
