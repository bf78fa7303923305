package io.penstock.stage.worker;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.GemmRate;
import java.util.Locale;

/** Opens the backend that a worker would use, multiplies two matrices, and says how fast, on the last line of its output. */
public final class BackendCheck {

    private BackendCheck() {}

    /** @param arguments the number of threads */
    public static void main(String[] arguments) {
        int threads = Integer.parseInt(arguments[0]);
        try (Backend backend = BackendLoader.open(null, 0, threads)) {
            System.out.println(String.format(
                    Locale.ROOT,
                    "%s on %s, %d threads: %.0f GFLOP/s",
                    backend.name(),
                    backend.device().name(),
                    threads,
                    GemmRate.measure(backend)));
        } catch (RuntimeException | LinkageError e) {
            System.out.println(e);
            System.exit(1);
        }
    }
}
