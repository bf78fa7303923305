package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;

/** What the last stage makes of its output. */
public interface LossKernels {

    /** The label of a row that counts for nothing: padding, or a token that is not masked. */
    int IGNORED = -100;

    /**
     * Softmax cross entropy of logits [n, classes] against labels [n] (I32), and its gradient in one pass: gradient [n,
     * classes] = (softmax(logits) − onehot(labels)) · scale, 0 for rows whose label is {@link #IGNORED}. gradient may be
     * logits. In the gradient, exponentials and their sum are rounded to float32 before the division, as
     * PyTorch's are: where a softmax is almost 1 the difference from 1 is then a multiple of 2^-24, and Adam, whose ε is 1e-8,
     * makes weight differences of 1e-3 in 50 steps out of another rounding.
     *
     * @return the sum of the losses, in nats, accumulated in float64 in row order
     * @throws IndexOutOfBoundsException if a label is neither a class nor {@link #IGNORED}
     */
    double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient);

    /**
     * How many rows of logits [n, classes] have their largest element (the first of equals) at labels [n] (I32); rows that are
     * {@link #IGNORED} count for nothing.
     *
     * @throws IndexOutOfBoundsException if a label is neither a class nor {@link #IGNORED}
     */
    long countCorrect(Tensor logits, Tensor labels);

    /**
     * Squared error of output against target (same shape) averaged over the columns of each row, and its gradient = 2
     * (output − target) · scale ÷ columns. gradient may be output.
     *
     * @return the sum of the n rows' losses, accumulated in float64 in row order
     */
    double squaredError(Tensor output, Tensor target, float scale, Tensor gradient);
}
