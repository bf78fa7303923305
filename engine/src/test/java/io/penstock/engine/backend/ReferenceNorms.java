package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Normalisation in float64. */
interface ReferenceNorms extends NormKernels {

    @Override
    default void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics) {
        for (int i = 0; i < in.shape().rows(); i++) {
            double[] row = reference(in).row(i);
            double mean = norm == Norm.LAYER ? mean(row) : 0;
            double variance =
                    mean(Arrays.stream(row).map(x -> (x - mean) * (x - mean)).toArray());
            double r = 1 / Math.sqrt(variance + epsilon);
            reference(statistics).set(i, 0, mean);
            reference(statistics).set(i, 1, r);
            for (int j = 0; j < row.length; j++) {
                double scaled = (row[j] - mean) * r * reference(weight).get(j);
                reference(out)
                        .set(
                                i,
                                j,
                                bias == null ? scaled : scaled + reference(bias).get(j));
            }
        }
    }

    @Override
    default void addNormalize(
            Norm norm,
            Tensor in,
            Tensor addend,
            Tensor weight,
            @Nullable Tensor bias,
            float epsilon,
            Tensor sum,
            Tensor out,
            Tensor statistics) {
        for (long i = 0; i < in.shape().size(); i++) {
            reference(sum).set(i, reference(in).get(i) + reference(addend).get(i));
        }
        normalize(norm, sum, weight, bias, epsilon, out, statistics);
    }

    /** With x̂ = (in − mean) · r and g = gradOut ⊙ weight: r · (g − mean(g) − x̂ · mean(g ⊙ x̂)); RMS without mean(g). */
    @Override
    default void normalizeBackward(
            Norm norm,
            Tensor in,
            Tensor weight,
            Tensor statistics,
            Tensor gradOut,
            @Nullable Tensor addend,
            Tensor gradIn) {
        int n = in.shape().columns();
        for (int i = 0; i < in.shape().rows(); i++) {
            double r = reference(statistics).get(i, 1);
            double[] g = new double[n];
            double[] normal = new double[n];
            double[] products = new double[n];
            for (int j = 0; j < n; j++) {
                g[j] = reference(gradOut).get(i, j) * reference(weight).get(j);
                normal[j] = normal(in, statistics, i, j);
                products[j] = g[j] * normal[j];
            }
            double meanOfG = norm == Norm.LAYER ? mean(g) : 0;
            double meanOfProducts = mean(products);
            for (int j = 0; j < n; j++) {
                double past = addend == null ? 0 : reference(addend).get(i, j);
                reference(gradIn).set(i, j, past + r * (g[j] - meanOfG - normal[j] * meanOfProducts));
            }
        }
    }

    @Override
    default void normalizeWeight(
            Norm norm,
            Tensor in,
            Tensor statistics,
            Tensor gradOut,
            float beta,
            Tensor gradWeight,
            @Nullable Tensor gradBias) {
        for (int j = 0; j < in.shape().columns(); j++) {
            double weight = beta == 0 ? 0 : reference(gradWeight).get(j);
            double bias =
                    beta == 0 || gradBias == null ? 0 : reference(gradBias).get(j);
            for (int i = 0; i < in.shape().rows(); i++) {
                weight += reference(gradOut).get(i, j) * normal(in, statistics, i, j);
                bias += reference(gradOut).get(i, j);
            }
            reference(gradWeight).set(j, weight);
            if (gradBias != null) {
                reference(gradBias).set(j, bias);
            }
        }
    }

    private static double normal(Tensor in, Tensor statistics, int row, int column) {
        return (reference(in).get(row, column) - reference(statistics).get(row, 0))
                * reference(statistics).get(row, 1);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }
}
