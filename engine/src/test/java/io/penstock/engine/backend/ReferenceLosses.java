package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.util.Objects;

/** Losses in float64. */
interface ReferenceLosses extends LossKernels {

    @Override
    default double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        double loss = 0;
        for (int row = 0; row < logits.shape().rows(); row++) {
            double[] values = reference(logits).row(row);
            boolean counted = counts(labels, row);
            int label = counted ? label(labels, row, values.length) : -1;
            loss += counted ? ReferenceMath.logSumExp(values) - values[label] : 0;
            double[] probabilities = ReferenceMath.softmax(values, gradient.dtype() == DType.F32);
            for (int j = 0; j < values.length; j++) {
                reference(gradient).set(row, j, counted ? (probabilities[j] - (j == label ? 1 : 0)) * scale : 0);
            }
        }
        return loss;
    }

    @Override
    default long countCorrect(Tensor logits, Tensor labels) {
        long correct = 0;
        for (int row = 0; row < logits.shape().rows(); row++) {
            double[] values = reference(logits).row(row);
            if (counts(labels, row) && ReferenceMath.firstLargest(values) == label(labels, row, values.length)) {
                correct++;
            }
        }
        return correct;
    }

    @Override
    default double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        int columns = Math.max(1, output.shape().columns());
        double loss = 0;
        for (long i = 0; i < output.shape().size(); i++) {
            double difference = reference(output).get(i) - reference(target).get(i);
            loss += difference * difference / columns;
            reference(gradient).set(i, 2 * difference * scale / columns);
        }
        return loss;
    }

    private static boolean counts(Tensor labels, int row) {
        return reference(labels).get(row) != IGNORED;
    }

    private static int label(Tensor labels, int row, int classes) {
        return Objects.checkIndex((int) reference(labels).get(row), classes);
    }
}
