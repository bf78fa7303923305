package io.penstock.engine.backend;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The plain reading of {@link Backend}: obvious loops that compute in float64 and round once when they store. It takes float64
 * tensors too, which makes finite differences of whole layers meaningful, and it is what engine and stage tests run on. Storage
 * that was freed cannot be touched.
 */
public final class ReferenceBackend
        implements Backend,
                ReferenceElements,
                ReferenceMatrices,
                ReferenceNorms,
                ReferenceAttention,
                ReferenceTokens,
                ReferenceLosses,
                ReferenceUpdates {

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
        return ReferenceTensor.reference(tensor).storage();
    }

    @Override
    public MemorySegment hostWrite(Tensor tensor) {
        return ReferenceTensor.reference(tensor).storage();
    }

    @Override
    public void hostWritten(Tensor tensor) {}

    @Override
    public void synchronize() {}

    @Override
    public void close() {
        if (liveTensors() != 0) {
            throw new IllegalStateException(liveTensors() + " tensors were not closed");
        }
    }
}
