package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * x/2 · (1 + tanh u) with u = √(2/π) · (x + 0.044715·x³), which is x ÷ (1 + e^−2u); e^−2u is prepared. Far out, where the
 * derivative is 0 or 1 and x² would overflow, a nearer x stands for it.
 */
final class GeluTanhCurve implements Curve {

    private static final double SLOPE = Math.sqrt(8 / Math.PI);
    private static final double CUBE = 0.044715 * SLOPE;
    private static final FloatVector MINUS_SLOPE = Lanes.all((float) -SLOPE);
    private static final FloatVector MINUS_CUBE = Lanes.all((float) -CUBE);
    private static final FloatVector FIRST = Lanes.all((float) SLOPE);
    private static final FloatVector SECOND = Lanes.all((float) (3 * CUBE));
    private static final FloatVector FAR = Lanes.all(32);

    @Override
    public void prepare(long in, long prepared, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            Lanes.store(VectorMath.exp(x.mul(x).fma(MINUS_CUBE, MINUS_SLOPE).mul(x)), prepared + i);
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
            FloatVector near = x.blend(FAR, x.abs().compare(VectorOperators.GT, FAR));
            FloatVector logistic = VectorMath.ONE.div(Lanes.load(prepared + i).add(VectorMath.ONE));
            FloatVector inner = near.mul(near).fma(SECOND, FIRST).mul(near);
            FloatVector slope = inner.mul(logistic).fma(VectorMath.ONE.sub(logistic), logistic);
            Lanes.store(slope.mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }
}
