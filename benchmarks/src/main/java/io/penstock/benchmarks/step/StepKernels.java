package io.penstock.benchmarks.step;

import io.penstock.engine.backend.Backend;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Prints how long each kernel takes in a training step, and the rate of each matrix product. Arguments: job file, threads,
 * steps, and the backend if it is not cpu. As many steps go before, as warm-up. One thread's times are processor times, which
 * depend little on what else runs.
 */
public final class StepKernels {

    private static final double MILLIS = 1e-6;

    private StepKernels() {}

    public static void main(String[] arguments) throws IOException {
        int steps = Integer.parseInt(arguments[2]);
        String name = arguments.length > 3 ? arguments[3] : "cpu";
        try (Backend backend = Trainer.backend(name, arguments[1])) {
            LongSupplier clock = clock(arguments[1]);
            KernelTimes times = new KernelTimes(backend, clock);
            try (Trainer trainer = new Trainer(Trainer.job(arguments[0]), times.proxy())) {
                trainer.train(steps);
                times.reset();
                long start = clock.getAsLong();
                trainer.train(steps);
                long nanos = clock.getAsLong() - start;
                System.out.println(times.table(steps));
                System.out.printf(
                        "%6.2f ms a step, %.2f of it outside kernels%n",
                        nanos * MILLIS / steps, (nanos - times.nanos()) * MILLIS / steps);
            }
        }
    }

    private static LongSupplier clock(String threads) {
        ThreadMXBean self = ManagementFactory.getThreadMXBean();
        return threads.equals("1") ? self::getCurrentThreadCpuTime : System::nanoTime;
    }
}
