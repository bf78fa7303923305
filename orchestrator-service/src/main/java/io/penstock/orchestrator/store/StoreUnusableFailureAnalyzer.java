package io.penstock.orchestrator.store;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says in two sentences why an orchestrator did not start without its database, and what to do. */
final class StoreUnusableFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    private static final int H2_IN_USE = 90020;
    private static final Set<Integer> H2_FILE_ERRORS = Set.of(90028, 90031, 90034, 90062);

    private final Environment environment;

    StoreUnusableFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException outer) {
        SQLException cause = innermost(outer);
        String action = action(cause);
        return action == null
                ? null
                : new FailureAnalysis(
                        "The job store at %s cannot be used: %s.".formatted(url(), reason(cause)), action, cause);
    }

    private static @Nullable String action(SQLException cause) {
        String state = String.valueOf(cause.getSQLState());
        if (cause.getErrorCode() == H2_IN_USE) {
            return "End the orchestrator that uses it, or choose another penstock.state-directory.";
        }
        if (H2_FILE_ERRORS.contains(cause.getErrorCode())) {
            return "Let this user write there, or choose another penstock.state-directory.";
        }
        if (state.startsWith("28")) {
            return "Set spring.datasource.username and spring.datasource.password to those of the database.";
        }
        if (state.equals("3D000")) {
            return "Create this database, or name another one in spring.datasource.url.";
        }
        return state.startsWith("08") || state.startsWith("57") || state.startsWith("53")
                ? "Start the database there, or name another one in spring.datasource.url."
                : null;
    }

    private static SQLException innermost(SQLException outer) {
        SQLException found = outer;
        for (Throwable cause = outer.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                found = sql;
            }
        }
        return found;
    }

    private static String reason(SQLException cause) {
        String said = String.valueOf(cause.getMessage()).strip();
        String deeper = cause.getCause() == null ? "" : " (%s)".formatted(cause.getCause());
        return (said.endsWith(".") ? said.substring(0, said.length() - 1) : said) + deeper;
    }

    /** Without parameters, which may hold a password. */
    private String url() {
        String url = environment.getProperty("spring.datasource.url", "");
        return url.replaceFirst("[?;].*", "");
    }
}
