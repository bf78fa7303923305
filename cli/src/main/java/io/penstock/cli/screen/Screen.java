package io.penstock.cli.screen;

import java.io.Console;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * What a drawing has to fit into.
 *
 * @param columns characters of a line
 * @param colour true if colours can be read there
 */
public record Screen(int columns, boolean colour) {

    /** Where results go if that is no terminal. */
    private static final int USUAL = 100;

    private static final int NARROW = 80;
    private static final int NARROWEST = 40;
    private static final long DEADLINE_SECONDS = 2;

    public Screen {
        columns = Math.max(NARROWEST, columns);
    }

    public static Screen current() {
        return isTerminal() ? new Screen(columnsOfTerminal(), System.getenv("NO_COLOR") == null) : plain();
    }

    /** A file or a pipe. */
    public static Screen plain() {
        return new Screen(USUAL, false);
    }

    /** Java 25 is back to a console that is null where there is no terminal (JDK-8351435). */
    @SuppressWarnings("SystemConsoleNull")
    public static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static int columnsOfTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Redirect.INHERIT)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            boolean done = stty.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) && stty.exitValue() == 0;
            return done ? Integer.parseInt(size.substring(size.indexOf(' ') + 1)) : NARROW;
        } catch (IOException | NumberFormatException e) {
            return NARROW;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NARROW;
        }
    }
}
