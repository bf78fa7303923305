package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;
import static io.penstock.backend.nd4j.Nd4jTensor.transposed;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.Device;
import io.penstock.engine.backend.MatmulSize;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.broadcast.BroadcastAddOp;
import org.nd4j.linalg.api.ops.impl.reduce.same.Sum;
import org.nd4j.linalg.factory.Nd4j;

/** ND4J as a backend: one code for its processor and its CUDA library. */
final class Nd4jBackend implements Backend {

    private final Nd4jDevice device;
    private final StoragePool pool = new StoragePool();
    private final ActivationKernel activations = new ActivationKernel();

    Nd4jBackend(Nd4jDevice device) {
        this.device = device;
    }

    @Override
    public String name() {
        return Nd4jProvider.NAME;
    }

    @Override
    public Device device() {
        return device.description();
    }

    @Override
    public Tensor allocate(DType dtype, Shape shape) {
        device.bind();
        return new Nd4jTensor(pool, dtype, shape);
    }

    @Override
    public long liveTensors() {
        return pool.liveTensors();
    }

    @Override
    public long liveBytes() {
        return pool.liveBytes();
    }

    @Override
    public MemorySegment hostRead(Tensor tensor) {
        return host(tensor);
    }

    @Override
    public MemorySegment hostWrite(Tensor tensor) {
        return host(tensor);
    }

    private MemorySegment host(Tensor tensor) {
        device.bind();
        return Nd4jTensor.of(tensor).storage().host();
    }

    @Override
    public void hostWritten(Tensor tensor) {
        Nd4jTensor.of(tensor).storage().hostWritten();
    }

    @Override
    public void synchronize() {
        device.bind();
        Nd4j.getExecutioner().commit();
    }

    @Override
    public void fill(Tensor out, float value) {
        device.bind();
        matrix(out).assign(value);
    }

    @Override
    public void copy(Tensor in, Tensor out) {
        device.bind();
        matrix(out).assign(matrix(in));
    }

    @Override
    public void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        MatmulSize size = MatmulSize.of(a, transposeA, b, transposeB, out);
        if (size.k() == 0 && beta == 0) {
            fill(out, 0);
        } else if (size.k() != 0 && !empty(out)) {
            device.bind();
            // outᵀ = op(b)ᵀ · op(a)ᵀ, where every operand is column-major
            Nd4j.gemm(transposed(b), transposed(a), transposed(out), transposeB, transposeA, 1, beta);
        }
    }

    @Override
    public void addRow(Tensor inOut, Tensor row) {
        if (!empty(inOut)) {
            device.bind();
            INDArray matrix = matrix(inOut);
            Nd4j.getExecutioner().exec(new BroadcastAddOp(matrix, matrix(row), matrix, 1));
        }
    }

    @Override
    public void sumRows(Tensor in, float beta, Tensor out) {
        if (beta == 0) {
            fill(out, 0);
        }
        if (empty(in)) {
            return;
        }
        try (Tensor sums = allocate(DType.F32, out.shape())) {
            Nd4j.getExecutioner().exec(new Sum(matrix(in), matrix(sums), true, 0));
            matrix(out).addi(matrix(sums));
        }
    }

    @Override
    public void activate(Activation function, Tensor in, Tensor out) {
        if (empty(in)) {
            return;
        }
        try (Tensor scratch = allocate(DType.F32, in.shape())) {
            activations.value(function, matrix(in), matrix(scratch), matrix(out));
        }
    }

    @Override
    public void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        if (empty(in)) {
            return;
        }
        try (Tensor scratch = allocate(DType.F32, in.shape());
                Tensor derivative = allocate(DType.F32, in.shape())) {
            activations.derivative(function, matrix(in), matrix(scratch), matrix(derivative));
            multiply(gradOut, derivative, gradIn);
        }
    }

    @Override
    public void multiply(Tensor a, Tensor b, Tensor out) {
        if (!empty(out)) {
            device.bind();
            matrix(a).muli(matrix(b), matrix(out));
        }
    }

    @Override
    public void scale(Tensor inOut, float factor) {
        device.bind();
        matrix(inOut).muli(factor);
    }

    @Override
    public double sumOfSquares(Tensor in) {
        return HostKernel.sumOfSquares(host(in), in.shape().size());
    }

    @Override
    public double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        Shape shape = logits.shape();
        double loss = HostKernel.crossEntropy(
                host(logits), shape.rows(), shape.columns(), host(labels), scale, host(gradient));
        hostWritten(gradient);
        return loss;
    }

    @Override
    public long countCorrect(Tensor logits, Tensor labels) {
        Shape shape = logits.shape();
        return HostKernel.countCorrect(host(logits), shape.rows(), shape.columns(), host(labels));
    }

    @Override
    public double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        Shape shape = output.shape();
        double loss = HostKernel.squaredError(
                host(output), shape.rows(), shape.columns(), host(target), scale, host(gradient));
        hostWritten(gradient);
        return loss;
    }

    @Override
    public void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        if (!empty(weight)) {
            device.bind();
            UpdateKernel.sgd(matrix(weight), matrix(gradient), matrix(velocity), step);
        }
    }

    @Override
    public void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        if (!empty(weight)) {
            device.bind();
            UpdateKernel.adam(matrix(weight), matrix(gradient), matrix(mean), matrix(variance), step);
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
        pool.close();
    }
}
