package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;

/** SwiGLU: a row of the input holds the gate's values, then as many to be gated. */
final class GatedKernel {

    private static final double VALUE_NANOS = 1;
    private static final int STRIP = Curve.STRIP;

    /** A strip of exponentials, and one vector of each operand. */
    private static final int SCRATCH = STRIP + 3 * SystemMemory.LINE;

    private final ThreadTeam team;
    private final BlockPool pool;

    GatedKernel(ThreadTeam team, BlockPool pool) {
        this.team = team;
        this.pool = pool;
    }

    void forward(long in, int rows, int columns, long out) {
        long width = 4L * columns;
        long whole = width - width % Lanes.BYTES;
        team.run(
                rows,
                columns * VALUE_NANOS,
                (from, to) -> pool.with(SCRATCH, scratch -> {
                    for (long row = from; row < to; row++) {
                        long gate = in + 2 * row * width;
                        for (long i = 0; i < whole; i += STRIP) {
                            forward(
                                    gate + i,
                                    gate + width + i,
                                    out + row * width + i,
                                    Math.min(whole - i, STRIP),
                                    scratch);
                        }
                        if (whole < width) {
                            forwardRest(
                                    gate + whole,
                                    gate + width + whole,
                                    out + row * width + whole,
                                    width - whole,
                                    scratch);
                        }
                    }
                }));
    }

    private static void forward(long gate, long up, long out, long bytes, long strip) {
        SiluCurve.exponential(gate, strip, bytes);
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector divisor = Lanes.load(strip + i).add(VectorMath.ONE);
            Lanes.store(Lanes.load(gate + i).div(divisor).mul(Lanes.load(up + i)), out + i);
        }
    }

    /** The last values of a row, less than a vector, by way of whole vectors in scratch. */
    private static void forwardRest(long gate, long up, long out, long bytes, long scratch) {
        long ownGate = scratch + STRIP;
        long ownUp = ownGate + SystemMemory.LINE;
        ElementKernel.copyBytes(gate, ownGate, bytes);
        ElementKernel.copyBytes(up, ownUp, bytes);
        forward(ownGate, ownUp, ownUp, Lanes.BYTES, scratch);
        ElementKernel.copyBytes(ownUp, out, bytes);
    }

    void backward(long in, int rows, int columns, long gradOut, long gradIn) {
        long width = 4L * columns;
        long whole = width - width % Lanes.BYTES;
        team.run(
                rows,
                2 * columns * VALUE_NANOS,
                (from, to) -> pool.with(SCRATCH, scratch -> {
                    for (long row = from; row < to; row++) {
                        long gate = in + 2 * row * width;
                        long gradGate = gradIn + 2 * row * width;
                        long gradient = gradOut + row * width;
                        for (long i = 0; i < whole; i += STRIP) {
                            long count = Math.min(whole - i, STRIP);
                            backward(
                                    gate + i,
                                    gate + width + i,
                                    gradient + i,
                                    gradGate + i,
                                    gradGate + width + i,
                                    count,
                                    scratch);
                        }
                        if (whole < width) {
                            backwardRest(
                                    gate + whole,
                                    gate + width + whole,
                                    gradient + whole,
                                    gradGate + whole,
                                    gradGate + width + whole,
                                    width - whole,
                                    scratch);
                        }
                    }
                }));
    }

    private static void backward(long gate, long up, long gradOut, long gradGate, long gradUp, long bytes, long strip) {
        SiluCurve.exponential(gate, strip, bytes);
        for (long i = 0; i < bytes; i += Lanes.BYTES) {
            FloatVector x = Lanes.load(gate + i);
            FloatVector gated = Lanes.load(up + i);
            FloatVector gradient = Lanes.load(gradOut + i);
            FloatVector logistic = VectorMath.ONE.div(Lanes.load(strip + i).add(VectorMath.ONE));
            Lanes.store(gradient.mul(gated).mul(SiluCurve.slope(x, logistic)), gradGate + i);
            Lanes.store(gradient.mul(x).mul(logistic), gradUp + i);
        }
    }

    private static void backwardRest(
            long gate, long up, long gradOut, long gradGate, long gradUp, long bytes, long scratch) {
        long ownGate = scratch + STRIP;
        long ownUp = ownGate + SystemMemory.LINE;
        long ownGradient = ownUp + SystemMemory.LINE;
        ElementKernel.copyBytes(gate, ownGate, bytes);
        ElementKernel.copyBytes(up, ownUp, bytes);
        ElementKernel.copyBytes(gradOut, ownGradient, bytes);
        backward(ownGate, ownUp, ownGradient, ownGate, ownUp, Lanes.BYTES, scratch);
        ElementKernel.copyBytes(ownGate, gradGate, bytes);
        ElementKernel.copyBytes(ownUp, gradUp, bytes);
    }
}
