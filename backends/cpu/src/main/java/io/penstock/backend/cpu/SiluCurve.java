package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;

/** x ÷ (1 + e^−x); e^−x is prepared. */
final class SiluCurve implements Curve {

    @Override
    public void prepare(long in, long prepared, long bytes) {
        exponential(in, prepared, bytes);
    }

    static void exponential(long in, long out, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            Lanes.store(VectorMath.exp(Lanes.load(in + i).neg()), out + i);
        }
    }

    @Override
    public void value(long in, long prepared, long out, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(in + i).div(Lanes.load(prepared + i).add(VectorMath.ONE)), out + i);
        }
    }

    @Override
    public void gradient(long in, long prepared, long gradOut, long gradIn, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            FloatVector slope =
                    slope(x, VectorMath.ONE.div(Lanes.load(prepared + i).add(VectorMath.ONE)));
            Lanes.store(slope.mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }

    /** s + x · s · (1 − s) for s = 1 ÷ (1 + e^−x). */
    static FloatVector slope(FloatVector x, FloatVector logistic) {
        return x.mul(logistic).fma(VectorMath.ONE.sub(logistic), logistic);
    }
}
