package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.concurrent.TimeUnit;

/** How fast a backend multiplies matrices; workers report it so that the planner can compare devices. */
public final class GemmRate {

    private static final int SIZE = 512;
    private static final int PRODUCTS = 10;
    private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private GemmRate() {}

    /** The best of up to ten float32 products of 512×512 matrices within a tenth of a second, in GFLOP/s. */
    public static double measure(Backend backend) {
        Shape shape = Shape.of(SIZE, SIZE);
        try (Tensor a = backend.allocate(DType.F32, shape);
                Tensor b = backend.allocate(DType.F32, shape);
                Tensor out = backend.allocate(DType.F32, shape)) {
            backend.fill(a, 0.5f);
            backend.fill(b, 0.25f);
            long started = System.nanoTime();
            long best = Long.MAX_VALUE;
            int left = PRODUCTS;
            do {
                best = Math.min(best, time(backend, a, b, out));
            } while (--left > 0 && System.nanoTime() - started < LIMIT_NANOS);
            return 2.0 * SIZE * SIZE * SIZE / best;
        }
    }

    private static long time(Backend backend, Tensor a, Tensor b, Tensor out) {
        backend.synchronize();
        long started = System.nanoTime();
        backend.matmul(a, false, b, false, 0, out);
        backend.synchronize();
        return Math.max(1, System.nanoTime() - started);
    }
}
