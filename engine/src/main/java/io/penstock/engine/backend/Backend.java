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
public interface Backend
        extends ElementKernels,
                MatrixKernels,
                NormKernels,
                AttentionKernels,
                TokenKernels,
                LossKernels,
                UpdateKernels,
                AutoCloseable {

    /** The name used in configuration, for example {@code cpu}. */
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

    @Override
    void close();
}
