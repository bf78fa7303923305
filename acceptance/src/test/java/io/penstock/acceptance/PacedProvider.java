package io.penstock.acceptance;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import io.penstock.engine.backend.Interceptor;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.tensor.Tensor;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A backend for worker processes whose actions take exact times, without using a processor: so much an action, and so much
 * more for each product and activation; layers with outputs of one width can be slower.
 */
public final class PacedProvider implements BackendProvider {

    static final String NAME = "paced";
    static final String ACTION_MICROS = "paced.action";
    static final String KERNEL_MICROS = "paced.kernel";
    static final String SLOW_WIDTH = "paced.slow-width";
    static final String SLOW_TIMES = "paced.slow-times";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Backend open(int device, int threads) {
        Pace pace = new Pace(
                Integer.getInteger(ACTION_MICROS, 0),
                Integer.getInteger(KERNEL_MICROS, 0),
                Integer.getInteger(SLOW_WIDTH, 0),
                Integer.getInteger(SLOW_TIMES, 1));
        return Interceptor.wrap(new ReferenceBackend(), pace);
    }

    /** Adds up what the kernels of an action cost, and waits for it at the action's end. */
    private static final class Pace implements Interceptor {

        private final int actionMicros;
        private final int kernelMicros;
        private final int slowWidth;
        private final int slowTimes;
        private long owed;

        Pace(int actionMicros, int kernelMicros, int slowWidth, int slowTimes) {
            this.actionMicros = actionMicros;
            this.kernelMicros = kernelMicros;
            this.slowWidth = slowWidth;
            this.slowTimes = slowTimes;
        }

        @Override
        public void after(String kernel, Object[] arguments) {
            switch (kernel) {
                case "matmul" -> owe(weight(arguments).shape().dimension(0));
                case "activate", "activateBackward" ->
                    owe(((Tensor) arguments[1]).shape().dimension(1));
                case "synchronize" -> {
                    rest(Duration.ofNanos(1_000 * (owed + actionMicros)));
                    owed = 0;
                }
                default -> {}
            }
        }

        /** The weight [out, in] of a layer's F and I, the weight's gradient of its W, which is the product that adds. */
        private static Tensor weight(Object[] arguments) {
            boolean adds = (float) arguments[4] == 1;
            return (Tensor) arguments[adds ? 5 : 2];
        }

        private void owe(int width) {
            owed += (long) kernelMicros * (width == slowWidth ? slowTimes : 1);
        }

        private static void rest(Duration time) {
            long end = System.nanoTime() + time.toNanos();
            for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
