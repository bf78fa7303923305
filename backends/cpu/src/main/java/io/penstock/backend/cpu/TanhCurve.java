package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;

/** The hyperbolic tangent, which is prepared. */
final class TanhCurve implements Curve {

    @Override
    public void prepare(long in, long prepared, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            Lanes.store(VectorMath.tanh(Lanes.load(in + i)), prepared + i);
        }
    }

    @Override
    public void value(long in, long prepared, long out, long bytes) {
        ElementKernel.copyBytes(prepared, out, bytes);
    }

    @Override
    public void gradient(long in, long prepared, long gradOut, long gradIn, long bytes) {
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector tanh = Lanes.load(prepared + i);
            Lanes.store(VectorMath.ONE.sub(tanh.mul(tanh)).mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }
}
