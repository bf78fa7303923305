package io.penstock.cli;

import io.penstock.cli.client.FieldError;
import io.penstock.cli.client.Json;
import io.penstock.cli.client.RefusedException;
import io.penstock.cli.screen.JobText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** Why a command ended early: its exit code and what it says on standard error. */
record Failure(int exitCode, String state, String message, List<FieldError> errors) {

    static final int JOB_FAILED = ExitCode.SOFTWARE;
    static final int REFUSED = ExitCode.USAGE;
    static final int INTERRUPTED = 130;

    static Failure of(Exception cause) {
        return switch (cause) {
            case RefusedException refused ->
                new Failure(REFUSED, "REFUSED", String.valueOf(refused.getMessage()), refused.errors());
            case CancellationException cancelled -> new Failure(INTERRUPTED, "STOPPED", "stopped", List.of());
            case InterruptedException interrupted -> new Failure(INTERRUPTED, "STOPPED", "stopped", List.of());
            default -> new Failure(JOB_FAILED, "FAILED", message(cause), List.of());
        };
    }

    /** Reports a command's exception in place of picocli's stack trace. */
    static int report(Exception cause, CommandLine command) {
        Failure failure = of(cause);
        if (failure.exitCode != INTERRUPTED) {
            if (command.getCommand() instanceof AnswersInJson asked && asked.json()) {
                command.getOut().println(Json.text(failure));
            }
            PrintWriter err = command.getErr();
            err.println("penstock: " + failure.message);
            JobText.errors(failure.errors).forEach(err::println);
        }
        return failure.exitCode;
    }

    private static String message(Exception cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
