package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;

/** x·Φ(x); e^(−x² ÷ 2) is prepared. */
final class GeluCurve implements Curve {

    private static final FloatVector MINUS_HALF = Lanes.all(-0.5f);

    /** 1 ÷ √2π. */
    private static final FloatVector PEAK = Lanes.all((float) (1 / Math.sqrt(2 * Math.PI)));

    @Override
    public void prepare(long in, long prepared, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            Lanes.store(VectorMath.exp(x.mul(x).mul(MINUS_HALF)), prepared + i);
        }
    }

    @Override
    public void value(long in, long prepared, long out, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            Lanes.store(VectorMath.normal(x, Lanes.load(prepared + i)).mul(x), out + i);
        }
    }

    @Override
    public void gradient(long in, long prepared, long gradOut, long gradIn, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            FloatVector exponential = Lanes.load(prepared + i);
            FloatVector slope = x.mul(exponential).fma(PEAK, VectorMath.normal(x, exponential));
            Lanes.store(slope.mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }
}
