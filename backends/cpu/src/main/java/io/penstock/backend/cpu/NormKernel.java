package io.penstock.backend.cpu;

import io.penstock.engine.backend.NormKernels.Norm;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/** LayerNorm and RMSNorm; an address of 0 stands for an operand that is absent. */
final class NormKernel {

    private static final double VALUE_NANOS = 0.6;
    private static final int STATISTICS = 2 * Float.BYTES;

    private final ThreadTeam team;

    NormKernel(ThreadTeam team) {
        this.team = team;
    }

    /**
     * What all kernels have.
     *
     * @param weight of a row; in {@link #weight} the gradient, and so is bias
     */
    record Operands(Norm norm, int rows, int columns, long weight, long bias, long statistics) {

        long width() {
            return 4L * columns;
        }

        float mean(long row) {
            return Lanes.get(statistics + row * STATISTICS);
        }

        float scale(long row) {
            return Lanes.get(statistics + row * STATISTICS + Float.BYTES);
        }

        void keep(long row, float mean, float scale) {
            Lanes.set(statistics + row * STATISTICS, mean);
            Lanes.set(statistics + row * STATISTICS + Float.BYTES, scale);
        }
    }

    /** If there is an addend, sum receives in + addend; else it is in. */
    void normalize(Operands operands, long in, long addend, float epsilon, long sum, long out) {
        int columns = operands.columns();
        long weight = operands.weight();
        long bias = operands.bias();
        team.run(operands.rows(), columns * VALUE_NANOS, (from, to) -> {
            long width = operands.width();
            for (long i = from; i < to; i++) {
                long row = i * width;
                if (addend != 0) {
                    add(in + row, addend + row, sum + row, width);
                }
                float mean = operands.norm() == Norm.LAYER ? Rows.sum(sum + row, width) / columns : 0;
                double variance = Rows.squares(sum + row, width, mean) / (double) columns;
                float scale = (float) (1 / Math.sqrt(variance + epsilon));
                operands.keep(i, mean, scale);
                if (bias == 0) {
                    apply(sum + row, mean, scale, weight, out + row, width);
                } else {
                    apply(sum + row, mean, scale, weight, bias, out + row, width);
                }
            }
        });
    }

    private static void add(long a, long b, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(a + i).add(Lanes.load(b + i)), out + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            Lanes.store(Lanes.load(a + whole, mask).add(Lanes.load(b + whole, mask)), out + whole, mask);
        }
    }

    private static void apply(long in, float mean, float scale, long weight, long bias, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector normal = Lanes.load(in + i).sub(mean).mul(scale);
            Lanes.store(normal.fma(Lanes.load(weight + i), Lanes.load(bias + i)), out + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            FloatVector normal = Lanes.load(in + whole, mask).sub(mean).mul(scale);
            FloatVector result = normal.fma(Lanes.load(weight + whole, mask), Lanes.load(bias + whole, mask));
            Lanes.store(result, out + whole, mask);
        }
    }

    private static void apply(long in, float mean, float scale, long weight, long out, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector normal = Lanes.load(in + i).sub(mean).mul(scale);
            Lanes.store(normal.mul(Lanes.load(weight + i)), out + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            FloatVector normal = Lanes.load(in + whole, mask).sub(mean).mul(scale);
            Lanes.store(normal.mul(Lanes.load(weight + whole, mask)), out + whole, mask);
        }
    }

    /** gradIn = r · (g − mean(g) − x · mean(g ⊙ x)) + addend, where g = gradOut ⊙ weight and x = (in − mean) · r. */
    void backward(Operands operands, long in, long gradOut, long addend, long gradIn) {
        long weight = operands.weight();
        team.run(operands.rows(), operands.columns() * VALUE_NANOS, (from, to) -> {
            long width = operands.width();
            for (long i = from; i < to; i++) {
                long row = i * width;
                NormGradient gradient = NormGradient.of(
                        operands.norm(), operands.mean(i), operands.scale(i), in + row, weight, gradOut + row, width);
                gradient.apply(in + row, weight, gradOut + row, addend == 0 ? 0 : addend + row, gradIn + row, width);
            }
        });
    }

    /** Sums over rows in row order, split by columns. */
    void weight(Operands operands, long in, long gradOut, float beta) {
        int rows = operands.rows();
        long gradWeight = operands.weight();
        long gradBias = operands.bias();
        RowKernel.byColumns(team, rows, operands.columns(), VALUE_NANOS, (from, to) -> {
            if (beta == 0) {
                RowKernel.fill(gradWeight + from, to - from);
                if (gradBias != 0) {
                    RowKernel.fill(gradBias + from, to - from);
                }
            }
            for (long i = 0; i < rows; i++) {
                long row = i * operands.width() + from;
                addWeight(in + row, operands.mean(i), operands.scale(i), gradOut + row, gradWeight + from, to - from);
                if (gradBias != 0) {
                    RowKernel.add(gradOut + row, gradBias + from, to - from);
                }
            }
        });
    }

    private static void addWeight(long in, float mean, float scale, long gradOut, long gradWeight, long width) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            FloatVector normal = Lanes.load(in + i).sub(mean).mul(scale);
            Lanes.store(normal.fma(Lanes.load(gradOut + i), Lanes.load(gradWeight + i)), gradWeight + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            FloatVector normal = Lanes.load(in + whole, mask).sub(mean).mul(scale);
            FloatVector sum = normal.fma(Lanes.load(gradOut + whole, mask), Lanes.load(gradWeight + whole, mask));
            Lanes.store(sum, gradWeight + whole, mask);
        }
    }
}
