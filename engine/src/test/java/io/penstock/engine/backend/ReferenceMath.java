package io.penstock.engine.backend;

import java.util.Arrays;

/** The mathematics of the kernels, one value or one row at a time, in float64. */
public final class ReferenceMath {

    private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);

    private ReferenceMath() {}

    public static double value(Activation function, double x) {
        return switch (function) {
            case RELU -> x <= 0 ? 0 : x;
            case GELU -> x * normalDistribution(x);
            case TANH -> Math.tanh(x);
            case GELU_TANH -> 0.5 * x * (1 + Math.tanh(bent(x)));
            case SILU -> x / (1 + Math.exp(-x));
        };
    }

    public static double derivative(Activation function, double x) {
        return switch (function) {
            case RELU -> x <= 0 ? 0 : 1;
            case GELU -> normalDistribution(x) + x * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
            case TANH -> 1 - Math.tanh(x) * Math.tanh(x);
            case GELU_TANH -> {
                double tanh = Math.tanh(bent(x));
                double inner = SQRT_2_OVER_PI * (1 + 3 * 0.044715 * x * x);
                yield 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * inner;
            }
            case SILU -> {
                double gate = 1 / (1 + Math.exp(-x));
                yield gate * (1 + x * (1 - gate));
            }
        };
    }

    /** The argument of tanh in GELU's approximation. */
    private static double bent(double x) {
        return SQRT_2_OVER_PI * (x + 0.044715 * x * x * x);
    }

    static double normalDistribution(double x) {
        return 0.5 * (1 + erf(x / Math.sqrt(2)));
    }

    /**
     * The error function by the series 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (2n+1)!! (Abramowitz and Stegun, 7.1.6), whose terms
     * have one sign, so nothing cancels; absolute error below 1e-15.
     */
    static double erf(double x) {
        if (Math.abs(x) > 6) {
            return Math.signum(x);
        }
        double term = x;
        double sum = x;
        for (int n = 1; n < 150; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    /** The softmax, its exponentials and their sum rounded to float32 if asked. */
    static double[] softmax(double[] row, boolean float32) {
        double largest = largest(row);
        double[] values = Arrays.stream(row)
                .map(x -> round(Math.exp(x - largest), float32))
                .toArray();
        double sum = round(Arrays.stream(values).sum(), float32);
        return Arrays.stream(values).map(x -> round(x / sum, float32)).toArray();
    }

    private static double round(double value, boolean float32) {
        return float32 ? (float) value : value;
    }

    private static double largest(double[] row) {
        return Arrays.stream(row).max().orElse(0);
    }

    static double logSumExp(double[] row) {
        double largest = largest(row);
        return largest
                + Math.log(Arrays.stream(row).map(x -> Math.exp(x - largest)).sum());
    }

    static int firstLargest(double[] row) {
        int best = 0;
        for (int j = 1; j < row.length; j++) {
            best = row[j] > row[best] ? j : best;
        }
        return best;
    }
}
