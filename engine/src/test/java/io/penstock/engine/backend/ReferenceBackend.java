package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The plain reading of {@link Backend}: obvious loops that compute in float64 and round once when they store. It takes float64
 * tensors too, which makes finite differences of whole layers meaningful, and it is what engine and stage tests run on. Storage
 * that was freed cannot be touched.
 */
public final class ReferenceBackend implements Backend {

    private final AtomicLong liveTensors = new AtomicLong();
    private final AtomicLong liveBytes = new AtomicLong();

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public Device device() {
        return new Device("reference", Runtime.getRuntime().maxMemory());
    }

    @Override
    public Tensor allocate(DType dtype, Shape shape) {
        Tensor tensor = new ReferenceTensor(dtype, shape, this::freed);
        liveTensors.incrementAndGet();
        liveBytes.addAndGet(tensor.bytes());
        return tensor;
    }

    private void freed(Tensor tensor) {
        liveTensors.decrementAndGet();
        liveBytes.addAndGet(-tensor.bytes());
    }

    @Override
    public long liveTensors() {
        return liveTensors.get();
    }

    @Override
    public long liveBytes() {
        return liveBytes.get();
    }

    @Override
    public MemorySegment hostRead(Tensor tensor) {
        return of(tensor).storage();
    }

    @Override
    public MemorySegment hostWrite(Tensor tensor) {
        return of(tensor).storage();
    }

    @Override
    public void hostWritten(Tensor tensor) {}

    @Override
    public void synchronize() {}

    @Override
    public void fill(Tensor out, float value) {
        map(out, out, ignored -> value);
    }

    @Override
    public void copy(Tensor in, Tensor out) {
        map(in, out, x -> x);
    }

    @Override
    public void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        MatmulSize size = MatmulSize.of(a, transposeA, b, transposeB, out);
        double[] left = of(a).rowMajor(transposeA);
        double[] right = of(b).rowMajor(!transposeB);
        for (int row = 0; row < size.m(); row++) {
            for (int column = 0; column < size.n(); column++) {
                double sum = beta == 0 ? 0 : of(out).get(row, column);
                for (int i = 0; i < size.k(); i++) {
                    sum += left[row * size.k() + i] * right[column * size.k() + i];
                }
                of(out).set(row, column, sum);
            }
        }
    }

    @Override
    public void addRow(Tensor inOut, Tensor row) {
        ReferenceTensor matrix = of(inOut);
        ReferenceTensor added = of(row);
        for (int i = 0; i < inOut.shape().rows(); i++) {
            for (int j = 0; j < inOut.shape().columns(); j++) {
                matrix.set(i, j, matrix.get(i, j) + added.get(j));
            }
        }
    }

    @Override
    public void sumRows(Tensor in, float beta, Tensor out) {
        ReferenceTensor matrix = of(in);
        ReferenceTensor sums = of(out);
        for (int j = 0; j < in.shape().columns(); j++) {
            double sum = beta == 0 ? 0 : sums.get(j);
            for (int i = 0; i < in.shape().rows(); i++) {
                sum += matrix.get(i, j);
            }
            sums.set(j, sum);
        }
    }

    @Override
    public void activate(Activation function, Tensor in, Tensor out) {
        map(in, out, x -> ReferenceMath.value(function, x));
    }

    @Override
    public void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        zip(in, gradOut, gradIn, (x, gradient) -> gradient * ReferenceMath.derivative(function, x));
    }

    @Override
    public void multiply(Tensor a, Tensor b, Tensor out) {
        zip(a, b, out, (x, y) -> x * y);
    }

    @Override
    public void scale(Tensor inOut, float factor) {
        map(inOut, inOut, x -> x * factor);
    }

    @Override
    public double sumOfSquares(Tensor in) {
        double sum = 0;
        for (long i = 0; i < in.shape().size(); i++) {
            double x = of(in).get(i);
            sum += x * x;
        }
        return sum;
    }

    @Override
    public double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        double loss = 0;
        for (int row = 0; row < logits.shape().rows(); row++) {
            int label = (int) of(labels).get(row);
            double[] probabilities = ReferenceMath.softmax(of(logits).row(row), gradient.dtype() == DType.F32);
            loss += ReferenceMath.logSumExp(of(logits).row(row)) - of(logits).get(row, label);
            for (int j = 0; j < probabilities.length; j++) {
                of(gradient).set(row, j, (probabilities[j] - (j == label ? 1 : 0)) * scale);
            }
        }
        return loss;
    }

    @Override
    public long countCorrect(Tensor logits, Tensor labels) {
        long correct = 0;
        for (int row = 0; row < logits.shape().rows(); row++) {
            correct += ReferenceMath.firstLargest(of(logits).row(row))
                            == (int) of(labels).get(row)
                    ? 1
                    : 0;
        }
        return correct;
    }

    @Override
    public double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        int columns = Math.max(1, output.shape().columns());
        double loss = 0;
        for (long i = 0; i < output.shape().size(); i++) {
            double difference = of(output).get(i) - of(target).get(i);
            loss += difference * difference / columns;
            of(gradient).set(i, 2 * difference * scale / columns);
        }
        return loss;
    }

    @Override
    public void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        for (long i = 0; i < weight.shape().size(); i++) {
            double w = of(weight).get(i);
            double carried =
                    step.momentum() == 0 ? 0 : step.momentum() * of(velocity).get(i);
            double v = carried + step.gradientScale() * of(gradient).get(i) + step.weightDecay() * w;
            of(velocity).set(i, v);
            of(weight).set(i, w - step.learningRate() * v);
        }
    }

    @Override
    public void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        double correction1 = 1 - Math.pow(step.beta1(), (double) step.step());
        double correction2 = 1 - Math.pow(step.beta2(), (double) step.step());
        for (long i = 0; i < weight.shape().size(); i++) {
            double w = of(weight).get(i);
            double g = step.gradientScale() * of(gradient).get(i) + (step.decoupled() ? 0 : step.weightDecay() * w);
            double m = step.beta1() * of(mean).get(i) + (1 - step.beta1()) * g;
            double v = step.beta2() * of(variance).get(i) + (1 - step.beta2()) * g * g;
            double decayed = step.decoupled() ? w * (1 - step.learningRate() * step.weightDecay()) : w;
            double denominator = Math.sqrt(v / correction2) + step.epsilon();
            of(mean).set(i, m);
            of(variance).set(i, v);
            of(weight).set(i, decayed - step.learningRate() * m / correction1 / denominator);
        }
    }

    @Override
    public void convert(Tensor in, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(Tensor a, Tensor b, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void swiGlu(Tensor in, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException();
    }

    @Override
    public void normalizeBackward(
            Norm norm,
            Tensor in,
            Tensor weight,
            Tensor statistics,
            Tensor gradOut,
            @Nullable Tensor addend,
            Tensor gradIn) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException();
    }

    @Override
    public void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void attentionBackward(
            Heads heads,
            Tensor projections,
            @Nullable Tensor segments,
            Tensor out,
            Tensor logSums,
            Tensor gradOut,
            Tensor gradProjections) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void gather(Tensor table, Tensor ids, float beta, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void scatterAdd(Tensor rows, Tensor ids, Tensor table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addPositions(Tensor inOut, Tensor table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sumPositions(Tensor in, float beta, Tensor table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cut(Patches patches, Tensor images, Tensor out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void join(Patches patches, Tensor in, Tensor images) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        if (liveTensors() != 0) {
            throw new IllegalStateException(liveTensors() + " tensors were not closed");
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
            of(out).set(i, function.applyAsDouble(of(a).get(i), of(b).get(i)));
        }
    }

    private static ReferenceTensor of(Tensor tensor) {
        return (ReferenceTensor) tensor;
    }
}
