package io.penstock.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An RFC 9457 problem document, as the orchestrator answers errors. */
record Problem(@Nullable String title, @Nullable String detail, List<FieldError> errors) {

    Problem {
        errors = errors == null ? List.of() : List.copyOf(errors);
    }

    String text() {
        if (detail != null) {
            return detail;
        }
        return title == null ? "no reason given" : title;
    }
}
