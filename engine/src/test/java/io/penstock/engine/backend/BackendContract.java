package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link Backend} promises; the test of every backend extends it. */
public abstract class BackendContract
        implements ElementContract,
                MatrixContract,
                NormContract,
                AttentionContract,
                TokenContract,
                LossContract,
                UpdateContract {

    private final long seed = System.nanoTime();
    private Backend backend;

    /** Opens the backend under test with one thread. */
    protected abstract Backend open();

    @BeforeEach
    void openBackend(TestReporter reporter) {
        reporter.publishEntry(Map.of("seed", Long.toString(seed)));
        backend = open();
    }

    @AfterEach
    void closeBackend() {
        assertThat(backend.liveTensors()).isZero();
        assertThat(backend.liveBytes()).isZero();
        backend.close();
    }

    @Override
    public Backend backend() {
        return backend;
    }

    @Override
    public KernelCase given() {
        return new KernelCase(backend, seed);
    }

    @ParameterizedTest
    @EnumSource
    void hostReadWhenWrittenReturnsTheBytes(DType dtype) {
        try (Tensor tensor = HostValues.tensor(backend, dtype, Shape.of(2, 3), 1, 2, 3, 4, 5, 6)) {
            assertThat(backend.hostRead(tensor).byteSize()).isEqualTo(6L * dtype.bytes());
            assertThat(HostValues.read(backend, tensor)).containsExactly(1, 2, 3, 4, 5, 6);
        }
    }

    @Test
    void hostReadWhenKernelWroteShowsItsResult() {
        try (Tensor tensor = HostValues.tensor(backend, DType.F32, Shape.of(2), 1, 2)) {
            backend.scale(tensor, 2);
            backend.synchronize();
            assertThat(HostValues.read(backend, tensor)).containsExactly(2, 4);
        }
    }

    @Test
    void liveCountsWhenRetainedFallWithTheLastReference() {
        Tensor tensor = backend.allocate(DType.F32, Shape.of(3, 5));
        Tensor empty = backend.allocate(DType.F32, Shape.of(0, 5));
        assertThat(backend.liveTensors()).isEqualTo(2);
        assertThat(backend.liveBytes()).isEqualTo(60);
        tensor.retain().close();
        assertThat(backend.liveBytes()).isEqualTo(60);
        tensor.close();
        empty.close();
        assertThat(backend.liveTensors()).isZero();
        assertThatIllegalStateException().isThrownBy(tensor::close).withMessage("tensor [3, 5] was freed twice");
        assertThatIllegalStateException().isThrownBy(tensor::retain).withMessage("tensor [3, 5] was already freed");
    }

    @Test
    void allocateWhenManyThreadsGivesEachItsOwnStorage() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> tasks = IntStream.range(0, 4)
                    .<Callable<Boolean>>mapToObj(i -> () -> ownsStorage(i))
                    .toList();
            for (var result : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                assertThat(result.get()).isTrue();
            }
        }
    }

    private boolean ownsStorage(int value) {
        for (int i = 0; i < 500; i++) {
            try (Tensor tensor = backend.allocate(DType.I32, Shape.of(i % 3 + 1, 4))) {
                backend.hostWrite(tensor).setAtIndex(ValueLayout.JAVA_INT, 3, value);
                backend.hostWritten(tensor);
                Thread.onSpinWait();
                if (backend.hostRead(tensor).getAtIndex(ValueLayout.JAVA_INT, 3) != value) {
                    return false;
                }
            }
        }
        return true;
    }
}
