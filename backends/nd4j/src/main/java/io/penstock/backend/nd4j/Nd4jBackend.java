package io.penstock.backend.nd4j;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.Device;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.factory.Nd4j;

/** ND4J as a backend: one code for its processor and its CUDA library. */
final class Nd4jBackend implements Backend {

    private final Nd4jDevice device;
    private final StoragePool pool = new StoragePool();
    private final Scratch scratch;
    private final ElementKernel elements;
    private final MatrixKernel matrices;
    private final NormKernel norms;
    private final AttentionKernel attentions;
    private final TokenKernel tokens;
    private final LossKernel losses = new LossKernel();
    private final UpdateKernel updates;

    Nd4jBackend(Nd4jDevice device) {
        this.device = device;
        device.bind();
        scratch = new Scratch(pool, new Ones(), new Arithmetic());
        matrices = new MatrixKernel(scratch.arithmetic());
        elements = new ElementKernel(scratch);
        norms = new NormKernel(scratch, elements);
        attentions = new AttentionKernel(scratch, elements);
        tokens = new TokenKernel(scratch, elements);
        updates = new UpdateKernel(scratch);
    }

    /** Binds the calling thread to the device before it uses kernels. */
    private <T> T bound(T kernels) {
        device.bind();
        return kernels;
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
        bound(elements).fill(out, value);
    }

    @Override
    public void copy(Tensor in, Tensor out) {
        bound(elements).copy(in, out);
    }

    @Override
    public void addRow(Tensor inOut, Tensor row) {
        bound(elements).addRow(inOut, row);
    }

    @Override
    public void sumRows(Tensor in, float beta, Tensor out) {
        bound(elements).sumRows(in, beta, out);
    }

    @Override
    public void activate(Activation function, Tensor in, Tensor out) {
        bound(elements).activate(function, in, out);
    }

    @Override
    public void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        bound(elements).activateBackward(function, in, gradOut, gradIn);
    }

    @Override
    public void multiply(Tensor a, Tensor b, Tensor out) {
        bound(elements).multiply(a, b, out);
    }

    @Override
    public void scale(Tensor inOut, float factor) {
        bound(elements).scale(inOut, factor);
    }

    @Override
    public void convert(Tensor in, Tensor out) {
        bound(elements).convert(in, out);
    }

    @Override
    public void add(Tensor a, Tensor b, Tensor out) {
        bound(elements).add(a, b, out);
    }

    @Override
    public void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out) {
        bound(elements).addRowActivate(function, inOut, row, out);
    }

    @Override
    public void swiGlu(Tensor in, Tensor out) {
        bound(elements).swiGlu(in, out);
    }

    @Override
    public void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn) {
        bound(elements).swiGluBackward(in, gradOut, gradIn);
    }

    @Override
    public void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        bound(matrices).matmul(a, transposeA, b, transposeB, beta, out);
    }

    @Override
    public void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics) {
        bound(norms).normalize(norm, in, weight, bias, epsilon, out, statistics);
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
        bound(norms).addNormalize(norm, in, addend, weight, bias, epsilon, sum, out, statistics);
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
        bound(norms).normalizeBackward(norm, in, weight, statistics, gradOut, addend, gradIn);
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
        bound(norms).normalizeWeight(norm, in, statistics, gradOut, beta, gradWeight, gradBias);
    }

    @Override
    public void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums) {
        bound(attentions).attention(heads, projections, segments, out, logSums);
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
        bound(attentions).attentionBackward(heads, projections, segments, out, logSums, gradOut, gradProjections);
    }

    @Override
    public void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out) {
        bound(attentions).rotate(heads, base, inverse, in, out);
    }

    @Override
    public void gather(Tensor table, Tensor ids, float beta, Tensor out) {
        bound(tokens).gather(table, ids, beta, out);
    }

    @Override
    public void scatterAdd(Tensor rows, Tensor ids, Tensor table) {
        bound(tokens).scatterAdd(rows, ids, table);
    }

    @Override
    public void addPositions(Tensor inOut, Tensor table) {
        bound(tokens).addPositions(inOut, table);
    }

    @Override
    public void sumPositions(Tensor in, float beta, Tensor table) {
        bound(tokens).sumPositions(in, beta, table);
    }

    @Override
    public void cut(Patches patches, Tensor images, Tensor out) {
        bound(tokens).cut(patches, images, out);
    }

    @Override
    public void join(Patches patches, Tensor in, Tensor images) {
        bound(tokens).join(patches, in, images);
    }

    @Override
    public double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        return bound(losses).crossEntropy(logits, labels, scale, gradient);
    }

    @Override
    public long countCorrect(Tensor logits, Tensor labels) {
        return bound(losses).countCorrect(logits, labels);
    }

    @Override
    public double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        return bound(losses).squaredError(output, target, scale, gradient);
    }

    @Override
    public double sumOfSquares(Tensor in) {
        return bound(updates).sumOfSquares(in);
    }

    @Override
    public void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        bound(updates).sgd(weight, gradient, velocity, step);
    }

    @Override
    public void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        bound(updates).adam(weight, gradient, mean, variance, step);
    }

    @Override
    public void close() {
        attentions.close();
        scratch.ones().close();
        scratch.arithmetic().close();
        pool.close();
    }
}
