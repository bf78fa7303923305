package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** max(x, 0). */
final class ReluCurve implements Curve {

    @Override
    public void prepare(long in, long prepared, long bytes) {}

    @Override
    public void value(long in, long prepared, long out, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            Lanes.store(x.blend(VectorMath.ZERO, x.compare(VectorOperators.LT, VectorMath.ZERO)), out + i);
        }
    }

    @Override
    public void gradient(long in, long prepared, long gradOut, long gradIn, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(in + i);
            FloatVector slope = VectorMath.ZERO.blend(VectorMath.ONE, x.compare(VectorOperators.GT, VectorMath.ZERO));
            slope = slope.blend(x, x.test(VectorOperators.IS_NAN));
            Lanes.store(slope.mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }
}
