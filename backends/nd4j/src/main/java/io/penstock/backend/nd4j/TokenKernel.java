package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.empty;
import static io.penstock.backend.nd4j.Nd4jTensor.matrix;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.penstock.engine.backend.TokenKernels;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.stream.IntStream;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Tables and patches composed of ND4J operations. Only {@link #scatterAdd} works on the host, where rows are added in their
 * order; ND4J's own promises none. On a GPU it copies the table to the host and back.
 */
final class TokenKernel implements TokenKernels {

    private final Scratch scratch;
    private final ElementKernel elements;

    TokenKernel(Scratch scratch, ElementKernel elements) {
        this.scratch = scratch;
        this.elements = elements;
    }

    @Override
    public void gather(Tensor table, Tensor ids, float beta, Tensor out) {
        int[] rows = rows(ids, table);
        if (empty(out)) {
            return;
        }
        if (beta == 0) {
            Nd4j.pullRows(matrix(table), matrix(out), 1, rows);
            return;
        }
        try (Nd4jTensor pulled = scratch.take(rows.length, table.shape().columns())) {
            Nd4j.pullRows(matrix(table), matrix(pulled), 1, rows);
            Arithmetic.addScaled(1, matrix(pulled), matrix(out));
        }
    }

    @Override
    public void scatterAdd(Tensor rows, Tensor ids, Tensor table) {
        int[] targets = rows(ids, table);
        if (empty(rows)) {
            return;
        }
        int columns = table.shape().columns();
        MemorySegment added = Nd4jTensor.of(rows).storage().host();
        MemorySegment sums = Nd4jTensor.of(table).storage().host();
        float[] row = new float[columns];
        float[] sum = new float[columns];
        for (int i = 0; i < targets.length; i++) {
            long target = (long) targets[i] * columns * Float.BYTES;
            MemorySegment.copy(added, JAVA_FLOAT, (long) i * columns * Float.BYTES, row, 0, columns);
            MemorySegment.copy(sums, JAVA_FLOAT, target, sum, 0, columns);
            for (int j = 0; j < columns; j++) {
                sum[j] += row[j];
            }
            MemorySegment.copy(sum, 0, sums, JAVA_FLOAT, target, columns);
        }
        Nd4jTensor.of(table).storage().hostWritten();
    }

    private static int[] rows(Tensor ids, Tensor table) {
        MemorySegment numbers = Nd4jTensor.of(ids).storage().host();
        int rows = table.shape().rows();
        return IntStream.range(0, (int) ids.shape().size())
                .map(i -> Objects.checkIndex(numbers.getAtIndex(JAVA_INT, i), rows))
                .toArray();
    }

    @Override
    public void addPositions(Tensor inOut, Tensor table) {
        if (!empty(inOut)) {
            int samples = inOut.shape().dimension(0);
            long size = inOut.shape().size() / samples;
            INDArray row = Arithmetic.view(matrix(table), 0, new long[] {size}, 1);
            INDArray columns =
                    Nd4j.create(matrix(inOut).data(), new long[] {size, samples}, new long[] {1, size}, 0, 'f');
            Arithmetic.addOuter(1, row, scratch.ones().vector(samples), columns);
        }
    }

    @Override
    public void sumPositions(Tensor in, float beta, Tensor table) {
        if (beta == 0) {
            elements.fill(table, 0);
        }
        if (!empty(in)) {
            int samples = in.shape().dimension(0);
            int size = (int) (in.shape().size() / samples);
            try (Nd4jTensor sums = scratch.take(1, size)) {
                INDArray matrix = Arithmetic.view(matrix(in), 0, new long[] {samples, size}, size, 1);
                scratch.arithmetic().sumRows(matrix, matrix(sums));
                Arithmetic.addScaled(1, matrix(sums), Arithmetic.view(matrix(table), 0, new long[] {1, size}, size, 1));
            }
        }
    }

    @Override
    public void cut(Patches patches, Tensor images, Tensor out) {
        if (!empty(images)) {
            dense(patches, images, out).assign(permuted(patches, images));
        }
    }

    @Override
    public void join(Patches patches, Tensor in, Tensor images) {
        if (!empty(images)) {
            permuted(patches, images).assign(dense(patches, images, in));
        }
    }

    /** Patches as [n, down, across, channels, side, side]. */
    private static INDArray dense(Patches patches, Tensor images, Tensor cells) {
        long[] shape = shape(patches, images);
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= shape[i];
        }
        return Arithmetic.view(matrix(cells), 0, shape, strides);
    }

    /** The same elements where they are in images. */
    private static INDArray permuted(Patches patches, Tensor images) {
        long width = patches.width();
        long channel = width * patches.height();
        return Arithmetic.view(
                matrix(images),
                0,
                shape(patches, images),
                channel * patches.channels(),
                width * patches.patch(),
                patches.patch(),
                channel,
                width,
                1);
    }

    private static long[] shape(Patches patches, Tensor images) {
        return new long[] {
            images.shape().rows(),
            patches.height() / patches.patch(),
            patches.width() / patches.patch(),
            patches.channels(),
            patches.patch(),
            patches.patch()
        };
    }
}
