package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * The arithmetic. Layers, losses and optimizers call these kernels only, so a new device is one new implementation.
 *
 * <p>Guarantees every implementation gives, checked by {@code BackendContract}: kernels write into given outputs and
 * allocate nothing that outlives the call; equal inputs give equal bits, run after run; tensors with a dimension of 0 are
 * legal everywhere; NaN and infinity pass through. Matrices are row-major; a tensor of higher rank counts as
 * [{@link Shape#rows}, {@link Shape#columns}]. All kernels take float32 unless they say otherwise.
 *
 * <p>Kernels are called from one thread at a time. {@link #allocate}, the host views and {@link Tensor#close} may be called
 * from any thread.
 */
public interface Backend extends AutoCloseable {

    /** The name used in configuration, for example {@code nd4j}. */
    String name();

    Device device();

    /** A new tensor with undefined content. */
    Tensor allocate(DType dtype, Shape shape);

    /** Tensors not yet closed. */
    long liveTensors();

    /** Bytes of tensors not yet closed. */
    long liveBytes();

    /**
     * The content as little-endian bytes for reading, without a copy where storage is host memory. Valid until the tensor
     * is closed or a kernel writes to it.
     */
    MemorySegment hostRead(Tensor tensor);

    /** The storage as bytes to be overwritten as a whole; call {@link #hostWritten} afterwards. */
    MemorySegment hostWrite(Tensor tensor);

    /** Makes what was written through {@link #hostWrite} visible to the kernels. */
    void hostWritten(Tensor tensor);

    /** Returns when every kernel called so far has finished, so that clocks tell the truth on asynchronous devices. */
    void synchronize();

    /** out = value everywhere. */
    void fill(Tensor out, float value);

    /** out = in. */
    void copy(Tensor in, Tensor out);

    /**
     * out [m, n] = op(a) · op(b) + beta · out, where op transposes if asked; beta is 0 or 1, and with 0 the old content of
     * out is not read. With an inner dimension of 0 the product is 0.
     */
    void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out);

    /** inOut [m, n] += row [n], for every row. */
    void addRow(Tensor inOut, Tensor row);

    /** out [n] += the sum of the rows of in [m, n], added in row order. */
    void addRowSums(Tensor in, Tensor out);

    /** out = f(in); out may be in. */
    void activate(Activation function, Tensor in, Tensor out);

    /** gradIn = gradOut ⊙ f'(in); gradIn may be gradOut. */
    void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn);

    /** out = a ⊙ b; out may be a or b. */
    void multiply(Tensor a, Tensor b, Tensor out);

    /** inOut *= factor. */
    void scale(Tensor inOut, float factor);

    /** The sum of squares of all elements, accumulated in float64 in a fixed order; NaN or infinity if one is in it. */
    double sumOfSquares(Tensor in);

    /**
     * Softmax cross entropy of logits [n, classes] against labels [n] (I32), and its gradient in one pass: gradient [n,
     * classes] = (softmax(logits) − onehot(labels)) · scale. gradient may be logits. In the
     * gradient, exponentials and their sum are rounded to float32 before the division, as PyTorch's are: where a softmax is
     * almost 1 the difference from 1 is then a multiple of 2^-24, and Adam, whose ε is 1e-8, makes weight differences of 1e-3
     * in 50 steps out of another rounding.
     *
     * @return the sum of the n losses, in nats, accumulated in float64 in row order
     */
    double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient);

    /** How many rows of logits [n, classes] have their largest element (the first of equals) at labels [n] (I32). */
    long countCorrect(Tensor logits, Tensor labels);

    /**
     * Squared error of output against target (same shape) averaged over the columns of each row, and its gradient = 2
     * (output − target) · scale ÷ columns. gradient may be output.
     *
     * @return the sum of the n rows' losses, accumulated in float64 in row order
     */
    double squaredError(Tensor output, Tensor target, float scale, Tensor gradient);

    /**
     * SGD with momentum: g = gradient + weightDecay·w; velocity = momentum·velocity + g; w −= learningRate·velocity. With
     * momentum 0 the old velocity is not read, and velocity may be gradient. The gradient's content is used up.
     */
    void sgd(Tensor weight, Tensor gradient, Tensor velocity, float learningRate, float momentum, float weightDecay);

    /**
     * One Adam step (Kingma and Ba, 2015, algorithm 1) with bias correction for {@code step} counted from 1; weightDecay is
     * added to the gradient (L2) unless {@code decoupled}, when w is first multiplied by 1 − learningRate·weightDecay
     * (Loshchilov and Hutter, 2019, algorithm 2). The gradient's content is used up.
     */
    void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step);

    /** The hyperparameters of one Adam step. */
    record AdamStep(
            long step,
            double learningRate,
            double beta1,
            double beta2,
            double epsilon,
            double weightDecay,
            boolean decoupled) {}

    @Override
    void close();
}
