package io.penstock.backend.cpu;

import io.penstock.engine.backend.Activation;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** Activations in one pass over memory. */
final class ActivationKernel {

    private static final double VALUE_NANOS = 1;
    private static final int LINE = SystemMemory.LINE;
    private static final double LINE_NANOS = VALUE_NANOS * LINE / Float.BYTES;

    private final ThreadTeam team;

    ActivationKernel(ThreadTeam team) {
        this.team = team;
    }

    void forward(Activation function, long in, long out, long size) {
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> forward(function, in, out, from * LINE, to * LINE));
    }

    void backward(Activation function, long in, long gradOut, long gradIn, long size) {
        team.run(
                ElementKernel.lines(4 * size),
                LINE_NANOS,
                (from, to) -> backward(function, in, gradOut, gradIn, from * LINE, to * LINE));
    }

    void addRow(Activation function, long inOut, int rows, int columns, long row, long out) {
        team.run(rows, columns * VALUE_NANOS, (from, to) -> {
            for (long i = from; i < to; i++) {
                addRow(function, inOut + i * 4 * columns, row, out + i * 4 * columns, 4L * columns);
            }
        });
    }

    private static void forward(Activation function, long in, long out, long from, long to) {
        for (long i = from; i < to; i += Lanes.BYTES) {
            Lanes.store(ActivationMath.value(function, Lanes.load(in + i)), out + i);
        }
    }

    private static void backward(Activation function, long in, long gradOut, long gradIn, long from, long to) {
        for (long i = from; i < to; i += Lanes.BYTES) {
            FloatVector derivative = ActivationMath.derivative(function, Lanes.load(in + i));
            Lanes.store(derivative.mul(Lanes.load(gradOut + i)), gradIn + i);
        }
    }

    private static void addRow(Activation function, long inOut, long row, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector sum = Lanes.load(inOut + i).add(Lanes.load(row + i));
            Lanes.store(sum, inOut + i);
            Lanes.store(ActivationMath.value(function, sum), out + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Lanes.tail(width / Float.BYTES);
            FloatVector sum = Lanes.load(inOut + whole, mask).add(Lanes.load(row + whole, mask));
            Lanes.store(sum, inOut + whole, mask);
            Lanes.store(ActivationMath.value(function, sum), out + whole, mask);
        }
    }
}
