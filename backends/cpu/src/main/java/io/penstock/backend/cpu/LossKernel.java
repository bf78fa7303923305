package io.penstock.backend.cpu;

import io.penstock.engine.backend.LossKernels;
import java.util.Objects;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Losses row by row; the rows' sums are added in row order. */
final class LossKernel {

    private static final double VALUE_NANOS = 1;

    private final ThreadTeam team;

    LossKernel(ThreadTeam team) {
        this.team = team;
    }

    private interface RowLoss {
        double of(long row);
    }

    private double sum(int rows, int columns, RowLoss loss) {
        double[] losses = new double[rows];
        team.run(rows, columns * VALUE_NANOS, (from, to) -> {
            for (long row = from; row < to; row++) {
                losses[(int) row] = loss.of(row);
            }
        });
        double sum = 0;
        for (double each : losses) {
            sum += each;
        }
        return sum;
    }

    double crossEntropy(long logits, int rows, int classes, long labels, float scale, long gradient) {
        long width = 4L * classes;
        return sum(rows, classes, row -> {
            int label = Lanes.getInt(labels + 4 * row);
            if (label == LossKernels.IGNORED) {
                RowKernel.fill(gradient + row * width, width);
                return 0;
            }
            Objects.checkIndex(label, classes);
            return crossEntropy(logits + row * width, width, label, scale, gradient + row * width);
        });
    }

    private static double crossEntropy(long logits, long width, int label, float scale, long gradient) {
        float largest = largest(logits, width);
        float chosen = Lanes.get(logits + 4L * label);
        exponentials(logits, width, largest, gradient);
        double sum = sum(gradient, width);
        float own = Lanes.get(gradient + 4L * label) / (float) sum;
        divide(gradient, width, (float) sum, scale);
        Lanes.set(gradient + 4L * label, (own - 1) * scale);
        return Math.log(sum) + largest - chosen;
    }

    private static float largest(long at, long width) {
        FloatVector largest = Lanes.all(Float.NEGATIVE_INFINITY);
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            largest = largest.max(Lanes.load(at + i));
        }
        float result = largest.reduceLanes(VectorOperators.MAX);
        for (long i = whole; i < width; i += Float.BYTES) {
            result = Math.max(result, Lanes.get(at + i));
        }
        return result;
    }

    /** out = e^(in − largest), rounded to float32. */
    private static void exponentials(long in, long width, float largest, long out) {
        FloatVector top = Lanes.all(largest);
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            Lanes.store(VectorMath.expBelow(Lanes.load(in + i), top), out + i);
        }
        if (whole < width) {
            lastExponentials(in + whole, top, out + whole, Rows.mask(width - whole));
        }
    }

    private static void lastExponentials(long in, FloatVector top, long out, VectorMask<Float> mask) {
        Lanes.store(VectorMath.expBelow(Lanes.load(in, mask), top), out, mask);
    }

    private static double sum(long at, long width) {
        DoubleVector even = DoubleVector.zero(Wide.SPECIES);
        DoubleVector odd = DoubleVector.zero(Wide.SPECIES);
        long pairs = width - width % (2L * Wide.BYTES);
        for (long i = 0; i < pairs; i += 2L * Wide.BYTES) {
            even = even.add(Wide.load(at + i));
            odd = odd.add(Wide.load(at + i + Wide.BYTES));
        }
        double rest = 0;
        for (long i = pairs; i < width; i += Float.BYTES) {
            rest += Lanes.get(at + i);
        }
        return Wide.sum(even.add(odd)) + rest;
    }

    private static void divide(long inOut, long width, float divisor, float scale) {
        long whole = width - width % Lanes.BYTES;
        for (long i = 0; i < whole; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(inOut + i).div(divisor).mul(scale), inOut + i);
        }
        if (whole < width) {
            VectorMask<Float> mask = Rows.mask(width - whole);
            Lanes.store(Lanes.load(inOut + whole, mask).div(divisor).mul(scale), inOut + whole, mask);
        }
    }

    long countCorrect(long logits, int rows, int classes, long labels) {
        return (long) sum(rows, classes, row -> {
            int label = Lanes.getInt(labels + 4 * row);
            return label != LossKernels.IGNORED
                            && Objects.checkIndex(label, classes) == firstLargest(logits + row * 4 * classes, classes)
                    ? 1
                    : 0;
        });
    }

    private static int firstLargest(long row, int classes) {
        int best = 0;
        float largest = Lanes.get(row);
        for (int j = 1; j < classes; j++) {
            float value = Lanes.get(row + 4L * j);
            if (value > largest) {
                best = j;
                largest = value;
            }
        }
        return best;
    }

    double squaredError(long output, int rows, int columns, long target, float scale, long gradient) {
        long width = 4L * columns;
        int divisor = Math.max(1, columns);
        double factor = 2.0 * scale / divisor;
        return sum(rows, columns, row -> {
            long at = row * width;
            return squaredError(output + at, target + at, columns, factor, gradient + at) / divisor;
        });
    }

    private static double squaredError(long output, long target, int columns, double factor, long gradient) {
        DoubleVector sums = DoubleVector.zero(Wide.SPECIES);
        int whole = Wide.SPECIES.loopBound(columns);
        for (int i = 0; i < whole; i += Wide.COUNT) {
            DoubleVector error = Wide.load(output + 4L * i).sub(Wide.load(target + 4L * i));
            sums = error.fma(error, sums);
            Wide.store(error.mul(factor), gradient + 4L * i);
        }
        double sum = Wide.sum(sums);
        for (int i = whole; i < columns; i++) {
            double error = (double) Lanes.get(output + 4L * i) - Lanes.get(target + 4L * i);
            sum += error * error;
            Lanes.set(gradient + 4L * i, (float) (error * factor));
        }
        return sum;
    }
}
