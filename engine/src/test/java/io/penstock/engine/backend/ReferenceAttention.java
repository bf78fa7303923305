package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Attention in float64, one position of one head at a time, with all its probabilities in an array. */
interface ReferenceAttention extends AttentionKernels {

    @Override
    default void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums) {
        var plain = new PlainAttention(heads, projections, segments);
        int size = heads.size();
        double[] outs = new double[(int) out.shape().size()];
        double[] sums = new double[(int) logSums.shape().size()];
        plain.forEach((sample, head, row) -> {
            if (!plain.isPadding(row)) {
                double[] scores = plain.scores(sample, head, row);
                double[] probabilities = ReferenceMath.softmax(scores, false);
                sums[(sample * heads.heads() + head) * plain.length() + row % plain.length()] =
                        ReferenceMath.logSumExp(scores);
                for (int other = 0; other < scores.length; other++) {
                    for (int i = 0; plain.attends(sample, row, other) && i < size; i++) {
                        outs[row * heads.width() + head * size + i] +=
                                probabilities[other] * plain.value(sample, head, other, i);
                    }
                }
            }
        });
        reference(out).store(outs);
        reference(logSums).store(sums);
    }

    /** With probabilities p and d = gradOut · values: the gradient of a score is p · (d − Σ p · d). */
    @Override
    default void attentionBackward(
            Heads heads,
            Tensor projections,
            @Nullable Tensor segments,
            Tensor out,
            Tensor logSums,
            Tensor gradOut,
            Tensor gradProjections) {
        var plain = new PlainAttention(heads, projections, segments);
        double[] given = reference(gradOut).values();
        double[] gradients = new double[(int) gradProjections.shape().size()];
        plain.forEach((sample, head, row) -> {
            if (!plain.isPadding(row)) {
                plain.backward(sample, head, row, given, gradients);
            }
        });
        reference(gradProjections).store(gradients);
    }

    @Override
    default void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out) {
        double[] values = reference(in).values();
        int half = heads.size() / 2;
        for (int row = 0; row < in.shape().rows(); row++) {
            int position = row % in.shape().dimension(1);
            for (int head = 0; head < heads.heads() + heads.keyHeads(); head++) {
                int start = row * heads.packed() + head * heads.size();
                for (int i = start; i < start + half; i++) {
                    double angle = position * Math.pow(base, -2.0 * (i - start) / heads.size()) * (inverse ? -1 : 1);
                    double first = values[i];
                    double second = values[i + half];
                    values[i] = first * Math.cos(angle) - second * Math.sin(angle);
                    values[i + half] = second * Math.cos(angle) + first * Math.sin(angle);
                }
            }
        }
        reference(out).store(values);
    }
}
