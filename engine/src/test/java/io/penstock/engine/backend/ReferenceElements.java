package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Element-wise kernels in float64. */
interface ReferenceElements extends ElementKernels {

    @Override
    default void fill(Tensor out, float value) {
        map(out, out, ignored -> value);
    }

    @Override
    default void copy(Tensor in, Tensor out) {
        map(in, out, x -> x);
    }

    @Override
    default void convert(Tensor in, Tensor out) {
        map(in, out, x -> x);
    }

    @Override
    default void add(Tensor a, Tensor b, Tensor out) {
        zip(a, b, out, Double::sum);
    }

    @Override
    default void multiply(Tensor a, Tensor b, Tensor out) {
        zip(a, b, out, (x, y) -> x * y);
    }

    @Override
    default void scale(Tensor inOut, float factor) {
        map(inOut, inOut, x -> x * factor);
    }

    @Override
    default void addRow(Tensor inOut, Tensor row) {
        for (int i = 0; i < inOut.shape().rows(); i++) {
            for (int j = 0; j < inOut.shape().columns(); j++) {
                reference(inOut)
                        .set(i, j, reference(inOut).get(i, j) + reference(row).get(j));
            }
        }
    }

    @Override
    default void sumRows(Tensor in, float beta, Tensor out) {
        for (int j = 0; j < in.shape().columns(); j++) {
            double sum = beta == 0 ? 0 : reference(out).get(j);
            for (int i = 0; i < in.shape().rows(); i++) {
                sum += reference(in).get(i, j);
            }
            reference(out).set(j, sum);
        }
    }

    @Override
    default void activate(Activation function, Tensor in, Tensor out) {
        map(in, out, x -> ReferenceMath.value(function, x));
    }

    @Override
    default void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        zip(in, gradOut, gradIn, (x, gradient) -> gradient * ReferenceMath.derivative(function, x));
    }

    @Override
    default void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out) {
        addRow(inOut, row);
        activate(function, inOut, out);
    }

    @Override
    default void swiGlu(Tensor in, Tensor out) {
        int n = out.shape().columns();
        for (int i = 0; i < out.shape().rows(); i++) {
            for (int j = 0; j < n; j++) {
                double gate = reference(in).get(i, j);
                reference(out)
                        .set(
                                i,
                                j,
                                ReferenceMath.value(Activation.SILU, gate)
                                        * reference(in).get(i, n + j));
            }
        }
    }

    @Override
    default void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn) {
        int n = gradOut.shape().columns();
        for (int i = 0; i < gradOut.shape().rows(); i++) {
            for (int j = 0; j < n; j++) {
                double gate = reference(in).get(i, j);
                double up = reference(in).get(i, n + j);
                double gradient = reference(gradOut).get(i, j);
                reference(gradIn).set(i, j, gradient * up * ReferenceMath.derivative(Activation.SILU, gate));
                reference(gradIn).set(i, n + j, gradient * ReferenceMath.value(Activation.SILU, gate));
            }
        }
    }

    private static void map(Tensor in, Tensor out, DoubleUnaryOperator function) {
        zip(in, in, out, (x, ignored) -> function.applyAsDouble(x));
    }

    private static void zip(Tensor a, Tensor b, Tensor out, DoubleBinaryOperator function) {
        if (a.shape().size() != out.shape().size()
                || b.shape().size() != out.shape().size()) {
            throw new IllegalArgumentException(
                    "sizes differ: %s and %s into %s".formatted(a.shape(), b.shape(), out.shape()));
        }
        for (long i = 0; i < out.shape().size(); i++) {
            reference(out)
                    .set(
                            i,
                            function.applyAsDouble(
                                    reference(a).get(i), reference(b).get(i)));
        }
    }
}
