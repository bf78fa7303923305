package io.penstock.backend.cpu;

import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/** Checks before addresses are used, which nothing checks any more. */
final class Operands {

    private Operands() {}

    /** The address of float32 values. */
    static long floats(Tensor tensor) {
        return typed(tensor, DType.F32);
    }

    static long ints(Tensor tensor) {
        return typed(tensor, DType.I32);
    }

    private static long typed(Tensor tensor, DType type) {
        if (tensor.dtype() != type) {
            throw new IllegalArgumentException("a kernel takes %s here, got %s of shape %s: convert it first"
                    .formatted(type, tensor.dtype(), tensor.shape()));
        }
        return CpuTensor.address(tensor);
    }

    /** The size of both, which must be the same. */
    static long size(Tensor first, Tensor second) {
        long size = first.shape().size();
        require(size == second.shape().size(), first, second);
        return size;
    }

    static long size(Tensor first, Tensor second, Tensor third) {
        require(first.shape().size() == third.shape().size(), first, third);
        return size(first, second);
    }

    /** Checks that a tensor has so many values. */
    static void size(long size, Tensor tensor) {
        if (tensor.shape().size() != size) {
            throw new IllegalArgumentException(
                    "an operand of shape %s must have %d values".formatted(tensor.shape(), size));
        }
    }

    /**
     * How many ids there are, each with a row of its own.
     *
     * @throws IndexOutOfBoundsException if an id is not a row of the table
     */
    static long ids(Tensor table, Tensor ids, Tensor rows) {
        long count = ids.shape().size();
        int limit = table.shape().rows();
        size(count * table.shape().columns(), rows);
        long address = ints(ids);
        for (long i = 0; i < count; i++) {
            int id = Lanes.getInt(address + 4 * i);
            if (id < 0 || id >= limit) {
                throw new IndexOutOfBoundsException(
                        "id %d at position %d is not a row of a table of %d rows: check the data"
                                .formatted(id, i, limit));
            }
        }
        return count;
    }

    /** How many images there are. */
    static long images(Patches patches, Tensor images) {
        long image = (long) patches.count() * patches.size();
        long count = images.shape().dimension(0);
        size(count * image, images);
        return count;
    }

    /** Checks that a tensor has as many values as a row of the matrix. */
    static void row(Tensor matrix, Tensor row) {
        require(row.shape().size() == matrix.shape().columns(), matrix, row);
    }

    private static void require(boolean fit, Tensor first, Tensor second) {
        if (!fit) {
            Shape shape = first.shape();
            throw new IllegalArgumentException(
                    "operands of shapes %s and %s do not fit together".formatted(shape, second.shape()));
        }
    }
}
