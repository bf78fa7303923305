package io.penstock.engine.backend;

import static io.penstock.engine.backend.ReferenceTensor.reference;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Who attends to whom, and how much, in a batch of sequences. A row counts over all samples, a position within one. */
final class PlainAttention {

    private final Heads heads;
    private final double[] packed;
    private final double @Nullable [] segments;
    private final int samples;
    private final int length;

    /** Something done for one position of one head. */
    interface Action {
        void on(int sample, int head, int row);
    }

    PlainAttention(Heads heads, Tensor projections, @Nullable Tensor segments) {
        this.heads = heads;
        this.packed = reference(projections).values();
        this.segments = segments == null ? null : reference(segments).values();
        this.samples = projections.shape().dimension(0);
        this.length = projections.shape().dimension(1);
    }

    int length() {
        return length;
    }

    void forEach(Action action) {
        for (int row = 0; row < samples * length; row++) {
            for (int head = 0; head < heads.heads(); head++) {
                action.on(row / length, head, row);
            }
        }
    }

    boolean isPadding(int row) {
        return segments != null && segments[row] == 0;
    }

    boolean attends(int sample, int row, int other) {
        int otherRow = sample * length + other;
        return !(heads.causal() && otherRow > row) && (segments == null || segments[otherRow] == segments[row]);
    }

    /** One row's scaled scores, −∞ where it does not attend. */
    double[] scores(int sample, int head, int row) {
        double[] scores = new double[length];
        for (int other = 0; other < length; other++) {
            double sum = 0;
            for (int i = 0; i < heads.size(); i++) {
                sum += packed[query(row, head) + i] * packed[key(sample, head, other) + i];
            }
            scores[other] = attends(sample, row, other) ? sum / Math.sqrt(heads.size()) : Double.NEGATIVE_INFINITY;
        }
        return scores;
    }

    double value(int sample, int head, int other, int i) {
        return packed[key(sample, head, other) + heads.keyHeads() * heads.size() + i];
    }

    /** Adds what one row of one head gives to the gradients of its query and of all keys and values. */
    void backward(int sample, int head, int row, double[] gradOut, double[] gradients) {
        int size = heads.size();
        int values = heads.keyHeads() * size;
        double[] probabilities = ReferenceMath.softmax(scores(sample, head, row), false);
        double[] d = new double[length];
        double mean = 0;
        for (int other = 0; other < length; other++) {
            for (int i = 0; attends(sample, row, other) && i < size; i++) {
                double gradient = gradOut[row * heads.width() + head * size + i];
                d[other] += gradient * value(sample, head, other, i);
                gradients[key(sample, head, other) + values + i] += probabilities[other] * gradient;
            }
            mean += probabilities[other] * d[other];
        }
        for (int other = 0; other < length; other++) {
            double gradient = probabilities[other] * (d[other] - mean) / Math.sqrt(size);
            for (int i = 0; attends(sample, row, other) && i < size; i++) {
                gradients[query(row, head) + i] += gradient * packed[key(sample, head, other) + i];
                gradients[key(sample, head, other) + i] += gradient * packed[query(row, head) + i];
            }
        }
    }

    private int query(int row, int head) {
        return row * heads.packed() + head * heads.size();
    }

    private int key(int sample, int head, int other) {
        int keyHead = head / (heads.heads() / heads.keyHeads());
        return (sample * length + other) * heads.packed() + (heads.heads() + keyHead) * heads.size();
    }
}
