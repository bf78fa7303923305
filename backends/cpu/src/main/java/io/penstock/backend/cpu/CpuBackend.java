package io.penstock.backend.cpu;

import static io.penstock.backend.cpu.Operands.floats;
import static io.penstock.backend.cpu.Operands.ints;
import static io.penstock.backend.cpu.Operands.row;
import static io.penstock.backend.cpu.Operands.size;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.Device;
import io.penstock.engine.backend.MatmulSize;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The processor: checks operands, then hands their addresses to the kernels. */
final class CpuBackend implements Backend {

    private final Device device = Processor.device();
    private final BlockPool pool = new BlockPool();
    private final ThreadTeam team;
    private final ElementKernel elements;
    private final RowKernel rows;
    private final ConvertKernel conversions;
    private final ActivationKernel activations;
    private final GatedKernel gates;
    private final Matmul products;
    private final NormKernel norms;
    private final AttentionKernel attention;
    private final RotaryKernel rotations;
    private final TokenKernel tokens;
    private final PatchKernel patches;
    private final LossKernel losses;
    private final UpdateKernel updates;

    CpuBackend(int threads) {
        team = new ThreadTeam(threads);
        elements = new ElementKernel(team);
        rows = new RowKernel(team);
        conversions = new ConvertKernel(team);
        activations = new ActivationKernel(team, pool);
        gates = new GatedKernel(team, pool);
        products = new Matmul(team);
        norms = new NormKernel(team);
        attention = new AttentionKernel(team, pool);
        rotations = new RotaryKernel(team);
        tokens = new TokenKernel(team);
        patches = new PatchKernel(team);
        losses = new LossKernel(team);
        updates = new UpdateKernel(team);
    }

    @Override
    public String name() {
        return CpuProvider.NAME;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public Tensor allocate(DType dtype, Shape shape) {
        return new CpuTensor(pool, dtype, shape);
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
        return CpuTensor.segment(tensor);
    }

    @Override
    public MemorySegment hostWrite(Tensor tensor) {
        return CpuTensor.segment(tensor);
    }

    @Override
    public void hostWritten(Tensor tensor) {}

    @Override
    public void synchronize() {}

    @Override
    public void close() {
        team.close();
        pool.close();
    }

    @Override
    public void fill(Tensor out, float value) {
        elements.fill(floats(out), value, out.shape().size());
    }

    @Override
    public void copy(Tensor in, Tensor out) {
        if (in.dtype() != out.dtype()) {
            throw new IllegalArgumentException(
                    "copy of %s to %s: convert it instead".formatted(in.dtype(), out.dtype()));
        }
        size(in, out);
        elements.copy(CpuTensor.address(in), CpuTensor.address(out), in.bytes());
    }

    @Override
    public void convert(Tensor in, Tensor out) {
        size(in, out);
        conversions.convert(
                in.dtype(),
                CpuTensor.address(in),
                out.dtype(),
                CpuTensor.address(out),
                in.shape().size());
    }

    @Override
    public void add(Tensor a, Tensor b, Tensor out) {
        elements.add(floats(a), floats(b), floats(out), size(a, b, out));
    }

    @Override
    public void multiply(Tensor a, Tensor b, Tensor out) {
        elements.multiply(floats(a), floats(b), floats(out), size(a, b, out));
    }

    @Override
    public void scale(Tensor inOut, float factor) {
        elements.scale(floats(inOut), factor, inOut.shape().size());
    }

    @Override
    public void addRow(Tensor inOut, Tensor row) {
        row(inOut, row);
        rows.addRow(floats(inOut), inOut.shape().rows(), inOut.shape().columns(), floats(row));
    }

    @Override
    public void sumRows(Tensor in, float beta, Tensor out) {
        row(in, out);
        rows.sumRows(floats(in), in.shape().rows(), in.shape().columns(), beta, floats(out));
    }

    @Override
    public void activate(Activation function, Tensor in, Tensor out) {
        activations.forward(function, floats(in), floats(out), size(in, out));
    }

    @Override
    public void activateBackward(Activation function, Tensor in, Tensor gradOut, Tensor gradIn) {
        activations.backward(function, floats(in), floats(gradOut), floats(gradIn), size(in, gradOut, gradIn));
    }

    @Override
    public void addRowActivate(Activation function, Tensor inOut, Tensor row, Tensor out) {
        row(inOut, row);
        size(inOut, out);
        Shape shape = inOut.shape();
        activations.addRow(function, floats(inOut), shape.rows(), shape.columns(), floats(row), floats(out));
    }

    @Override
    public void swiGlu(Tensor in, Tensor out) {
        size(2 * out.shape().size(), in);
        gates.forward(floats(in), out.shape().rows(), out.shape().columns(), floats(out));
    }

    @Override
    public void swiGluBackward(Tensor in, Tensor gradOut, Tensor gradIn) {
        Shape shape = gradOut.shape();
        size(2 * shape.size(), in);
        size(in, gradIn);
        gates.backward(floats(in), shape.rows(), shape.columns(), floats(gradOut), floats(gradIn));
    }

    @Override
    public void matmul(Tensor a, boolean transposeA, Tensor b, boolean transposeB, float beta, Tensor out) {
        MatmulSize size = MatmulSize.of(a, transposeA, b, transposeB, out);
        if (size.k() == 0 && beta == 0) {
            fill(out, 0);
        } else if (size.k() != 0 && out.shape().size() != 0) {
            products.multiply(size, floats(a), transposeA, floats(b), transposeB, beta, floats(out));
        }
    }

    @Override
    public void normalize(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, float epsilon, Tensor out, Tensor statistics) {
        size(in, out);
        norms.normalize(norm(norm, in, weight, bias, statistics), floats(in), 0, epsilon, floats(in), floats(out));
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
        size(in, addend, sum);
        size(in, out);
        norms.normalize(
                norm(norm, in, weight, bias, statistics),
                floats(in),
                floats(addend),
                epsilon,
                floats(sum),
                floats(out));
    }

    private static NormKernel.Operands norm(
            Norm norm, Tensor in, Tensor weight, @Nullable Tensor bias, Tensor statistics) {
        Shape shape = in.shape();
        row(in, weight);
        size(2L * shape.rows(), statistics);
        return new NormKernel.Operands(
                norm, shape.rows(), shape.columns(), floats(weight), rowOf(in, bias), floats(statistics));
    }

    /** The address of a row, 0 if it is absent. */
    private static long rowOf(Tensor matrix, @Nullable Tensor row) {
        if (row == null) {
            return 0;
        }
        row(matrix, row);
        return floats(row);
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
        size(in, gradOut, gradIn);
        if (addend != null) {
            size(in, addend);
        }
        long past = addend == null ? 0 : floats(addend);
        norms.backward(norm(norm, in, weight, null, statistics), floats(in), floats(gradOut), past, floats(gradIn));
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
        size(in, gradOut);
        norms.weight(norm(norm, in, gradWeight, gradBias, statistics), floats(in), floats(gradOut), beta);
    }

    @Override
    public void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums) {
        Sequences sequences = Sequences.of(heads, projections, segments);
        size(sequences.rows() * heads.width(), out);
        size(sequences.rows() * heads.heads(), logSums);
        attention.forward(sequences, floats(projections), floats(out), floats(logSums));
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
        Sequences sequences = Sequences.of(heads, projections, segments);
        size(sequences.rows() * heads.width(), out);
        size(sequences.rows() * heads.heads(), logSums);
        size(out, gradOut);
        size(projections, gradProjections);
        attention.backward(
                sequences, floats(projections), floats(out), floats(logSums), floats(gradOut), floats(gradProjections));
    }

    @Override
    public void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out) {
        size(in, out);
        rotations.rotate(Sequences.of(heads, in, null), base, inverse, floats(in), floats(out));
    }

    @Override
    public void gather(Tensor table, Tensor ids, float beta, Tensor out) {
        long count = Operands.ids(table, ids, out);
        tokens.gather(floats(table), table.shape().columns(), ints(ids), count, beta, floats(out));
    }

    @Override
    public void scatterAdd(Tensor rows, Tensor ids, Tensor table) {
        long count = Operands.ids(table, ids, rows);
        tokens.scatterAdd(floats(rows), table.shape().columns(), ints(ids), count, floats(table));
    }

    @Override
    public void addPositions(Tensor inOut, Tensor table) {
        Positions positions = Positions.of(inOut, table);
        rows.addPositions(floats(inOut), positions, floats(table));
    }

    @Override
    public void sumPositions(Tensor in, float beta, Tensor table) {
        Positions positions = Positions.of(in, table);
        rows.sumPositions(floats(in), positions, beta, floats(table));
    }

    @Override
    public void cut(Patches cutting, Tensor images, Tensor out) {
        size(images, out);
        patches.cut(cutting, Operands.images(cutting, images), floats(images), floats(out));
    }

    @Override
    public void join(Patches cutting, Tensor in, Tensor images) {
        size(in, images);
        patches.join(cutting, Operands.images(cutting, images), floats(in), floats(images));
    }

    @Override
    public double crossEntropy(Tensor logits, Tensor labels, float scale, Tensor gradient) {
        Shape shape = logits.shape();
        size(shape.rows(), labels);
        size(logits, gradient);
        return losses.crossEntropy(
                floats(logits), shape.rows(), shape.columns(), ints(labels), scale, floats(gradient));
    }

    @Override
    public long countCorrect(Tensor logits, Tensor labels) {
        size(logits.shape().rows(), labels);
        return losses.countCorrect(
                floats(logits), logits.shape().rows(), logits.shape().columns(), ints(labels));
    }

    @Override
    public double squaredError(Tensor output, Tensor target, float scale, Tensor gradient) {
        size(output, target, gradient);
        Shape shape = output.shape();
        return losses.squaredError(
                floats(output), shape.rows(), shape.columns(), floats(target), scale, floats(gradient));
    }

    @Override
    public double sumOfSquares(Tensor in) {
        return updates.sumOfSquares(floats(in), in.shape().size());
    }

    @Override
    public void sgd(Tensor weight, Tensor gradient, Tensor velocity, SgdStep step) {
        updates.sgd(floats(weight), floats(gradient), floats(velocity), size(weight, gradient, velocity), step);
    }

    @Override
    public void adam(Tensor weight, Tensor gradient, Tensor mean, Tensor variance, AdamStep step) {
        size(weight, variance);
        updates.adam(
                floats(weight), floats(gradient), floats(mean), floats(variance), size(weight, gradient, mean), step);
    }
}
