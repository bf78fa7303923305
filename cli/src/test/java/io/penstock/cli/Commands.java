package io.penstock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands inside the test and keeps what they said. */
final class Commands {

    private Commands() {}

    record Outcome(int exitCode, String out, String err) {}

    static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                Penstock.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = commandLine.execute(arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }
}
