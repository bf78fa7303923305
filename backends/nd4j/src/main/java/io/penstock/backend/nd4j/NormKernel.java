package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;

import io.penstock.engine.backend.NormKernels;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ops.impl.broadcast.BroadcastMulOp;
import org.nd4j.linalg.api.ops.impl.transforms.floating.RSqrt;
import org.nd4j.linalg.api.ops.impl.transforms.same.Square;
import org.nd4j.linalg.factory.Nd4j;

/** Norms composed of ND4J operations. Its own {@code layer_norm} takes seven times as long and has no RMS form. */
final class NormKernel implements NormKernels {

    private final Scratch scratch;
    private final ElementKernel elements;

    NormKernel(Scratch scratch, ElementKernel elements) {
        this.scratch = scratch;
        this.elements = elements;
    }

    @Override
    public void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics) {
        if (empty(in)) {
            return;
        }
        int rows = in.shape().rows();
        int columns = in.shape().columns();
        try (Nd4jTensor mean = scratch.take(rows, 1);
                Nd4jTensor r = scratch.take(rows, 1);
                Nd4jTensor centred = scratch.take(rows, columns);
                Nd4jTensor squares = scratch.take(rows, columns)) {
            centre(norm, in, mean, centred);
            Nd4j.getExecutioner().exec(new Square(matrix(centred), matrix(squares)));
            scratch.sumColumns(squares, 1.0 / columns, r);
            matrix(r).addi(epsilon);
            Nd4j.getExecutioner().exec(new RSqrt(matrix(r), matrix(r)));
            scratch.arithmetic().join(matrix(mean), matrix(r), matrix(statistics));
            scratch.arithmetic().multiply(matrix(centred), matrix(r), matrix(squares));
            timesRow(squares, weight, out);
            if (bias != null) {
                elements.addRow(out, bias);
            }
        }
    }

    /** Takes the mean off twice, since the first, a float32 sum, is off by some roundings of large numbers. */
    private void centre(Norm norm, Tensor in, Nd4jTensor mean, Nd4jTensor centred) {
        matrix(centred).assign(matrix(in));
        if (norm == Norm.RMS) {
            elements.fill(mean, 0);
            return;
        }
        try (Nd4jTensor rest = scratch.take(mean.shape().rows(), 1)) {
            double part = 1.0 / in.shape().columns();
            scratch.sumColumns(centred, part, mean);
            scratch.subtractColumn(mean, centred);
            scratch.sumColumns(centred, part, rest);
            scratch.subtractColumn(rest, centred);
            Arithmetic.addScaled(1, matrix(rest), matrix(mean));
        }
    }

    @Override
    public void addNormalize(
            Norm norm,
            Tensor in,
            Tensor addend,
            Tensor weight,
            @Nullable Tensor bias,
            float epsilon,
            Tensor sum,
            Tensor out,
            Tensor statistics) {
        elements.add(in, addend, sum);
        normalize(norm, sum, weight, bias, epsilon, out, statistics);
    }

    /** With x̂ = (in − mean) · r and g = gradOut ⊙ weight: r · (g − mean(g) − x̂ · mean(g ⊙ x̂)); RMS without mean(g). */
    @Override
    public void normalizeBackward(
            Norm norm,
            Tensor in,
            Tensor weight,
            Tensor statistics,
            Tensor gradOut,
            @Nullable Tensor addend,
            Tensor gradIn) {
        if (empty(in)) {
            return;
        }
        int rows = in.shape().rows();
        int columns = in.shape().columns();
        try (Nd4jTensor mean = scratch.take(rows, 1);
                Nd4jTensor r = scratch.take(rows, 1);
                Nd4jTensor normal = scratch.take(rows, columns);
                Nd4jTensor g = scratch.take(rows, columns);
                Nd4jTensor products = scratch.take(rows, columns)) {
            normal(norm, in, statistics, mean, r, normal);
            timesRow(gradOut, weight, g);
            elements.multiply(g, normal, products);
            scratch.sumColumns(products, 1.0 / columns, mean);
            scratch.arithmetic().multiply(matrix(normal), matrix(mean), matrix(products));
            if (norm == Norm.LAYER) {
                scratch.sumColumns(g, 1.0 / columns, mean);
                scratch.subtractColumn(mean, g);
            }
            Arithmetic.addScaled(-1, matrix(products), matrix(g));
            if (addend == null) {
                scratch.arithmetic().multiply(matrix(g), matrix(r), matrix(gradIn));
            } else {
                scratch.arithmetic().multiply(matrix(g), matrix(r), matrix(products));
                elements.add(addend, products, gradIn);
            }
        }
    }

    @Override
    public void normalizeWeight(
            Norm norm,
            Tensor in,
            Tensor statistics,
            Tensor gradOut,
            float beta,
            Tensor gradWeight,
            @Nullable Tensor gradBias) {
        int rows = in.shape().rows();
        int columns = in.shape().columns();
        try (Nd4jTensor mean = scratch.take(rows, 1);
                Nd4jTensor r = scratch.take(rows, 1);
                Nd4jTensor normal = scratch.take(rows, columns)) {
            if (!empty(in)) {
                normal(norm, in, statistics, mean, r, normal);
                elements.multiply(normal, gradOut, normal);
            }
            elements.sumRows(normal, beta, gradWeight);
        }
        if (gradBias != null) {
            elements.sumRows(gradOut, beta, gradBias);
        }
    }

    private void normal(Norm norm, Tensor in, Tensor statistics, Nd4jTensor mean, Nd4jTensor r, Nd4jTensor normal) {
        scratch.arithmetic().split(matrix(statistics), matrix(mean), matrix(r));
        matrix(normal).assign(matrix(in));
        if (norm == Norm.LAYER) {
            scratch.subtractColumn(mean, normal);
        }
        scratch.arithmetic().multiply(matrix(normal), matrix(r), matrix(normal));
    }

    private static void timesRow(Tensor in, Tensor row, Tensor out) {
        Nd4j.getExecutioner().exec(new BroadcastMulOp(matrix(in), matrix(row), matrix(out), 1));
    }
}
