package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** SwiGLU: a row of the input holds the gate's values, then as many to be gated. */
final class GatedKernel {

    private static final double VALUE_NANOS = 1;

    private final ThreadTeam team;

    GatedKernel(ThreadTeam team) {
        this.team = team;
    }

    void forward(long in, int rows, int columns, long out) {
        team.run(rows, columns * VALUE_NANOS, (from, to) -> {
            long width = 4L * columns;
            for (long i = from; i < to; i++) {
                forward(in + 2 * i * width, out + i * width, width);
            }
        });
    }

    void backward(long in, int rows, int columns, long gradOut, long gradIn) {
        team.run(rows, 2 * columns * VALUE_NANOS, (from, to) -> {
            long width = 4L * columns;
            for (long i = from; i < to; i++) {
                backward(in + 2 * i * width, gradOut + i * width, gradIn + 2 * i * width, width);
            }
        });
    }

    private static void forward(long in, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            Lanes.store(value(Lanes.load(in + i), Lanes.load(in + width + i)), out + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Lanes.tail(width / Float.BYTES);
            FloatVector gate = Lanes.load(in + whole, mask);
            Lanes.store(value(gate, Lanes.load(in + width + whole, mask)), out + whole, mask);
        }
    }

    private static void backward(long in, long gradOut, long gradIn, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector gate = Lanes.load(in + i);
            FloatVector up = Lanes.load(in + width + i);
            FloatVector gradient = Lanes.load(gradOut + i);
            FloatVector logistic = VectorMath.logistic(gate);
            Lanes.store(gateGradient(logistic, gate, up, gradient), gradIn + i);
            Lanes.store(gradient.mul(gate).mul(logistic), gradIn + width + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Lanes.tail(width / Float.BYTES);
            FloatVector gate = Lanes.load(in + whole, mask);
            FloatVector up = Lanes.load(in + width + whole, mask);
            FloatVector gradient = Lanes.load(gradOut + whole, mask);
            FloatVector logistic = VectorMath.logistic(gate);
            Lanes.store(gateGradient(logistic, gate, up, gradient), gradIn + whole, mask);
            Lanes.store(gradient.mul(gate).mul(logistic), gradIn + width + whole, mask);
        }
    }

    private static FloatVector value(FloatVector gate, FloatVector up) {
        return gate.div(VectorMath.exp(gate.neg()).add(1)).mul(up);
    }

    private static FloatVector gateGradient(
            FloatVector logistic, FloatVector gate, FloatVector up, FloatVector gradient) {
        return gradient.mul(up).mul(ActivationMath.silu(logistic, ActivationMath.near(gate)));
    }
}
