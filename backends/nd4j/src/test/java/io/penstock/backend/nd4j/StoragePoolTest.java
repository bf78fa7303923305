package io.penstock.backend.nd4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.BackendProvider;
import io.penstock.engine.backend.GemmRate;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoragePoolTest {

    private static final Shape SHAPE = Shape.of(32, 64);

    private final StoragePool pool = new StoragePool();

    private static Storage.Layout layout(int rows) {
        return new Storage.Layout(DType.F32, rows, 64);
    }

    @Test
    void takeWhenLayoutWasGivenBackReusesItsBuffer() {
        Storage first = pool.take(layout(32));
        pool.give(first);
        assertThat(pool.take(layout(32))).isSameAs(first);
        assertThat(pool.take(layout(32))).isNotSameAs(first);
        assertThat(pool.liveTensors()).isEqualTo(2);
        assertThat(pool.liveBytes()).isEqualTo(2 * 32 * 64 * 4);
    }

    @Test
    void giveWhenLayoutsChangeFreesTheOldest() {
        Storage first = pool.take(layout(1));
        pool.give(first);
        for (int rows = 2; rows < 20; rows++) {
            pool.give(pool.take(layout(rows)));
        }
        assertThat(first.matrix().wasClosed()).isTrue();
    }

    @Test
    void closeFreesWhatIsKeptNowAndWhatIsLiveLater() {
        Storage kept = pool.take(layout(3));
        Storage live = pool.take(layout(3));
        pool.give(kept);
        pool.close();
        assertThat(kept.matrix().wasClosed()).isTrue();
        assertThat(live.matrix().wasClosed()).isFalse();
        pool.give(live);
        assertThat(live.matrix().wasClosed()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> pool.take(layout(3)));
    }

    @Test
    void stepWhenRepeatedUsesTheSameBuffers() {
        try (Backend backend = ServiceLoader.load(BackendProvider.class)
                .findFirst()
                .orElseThrow()
                .open(0, 1)) {
            Set<Long> first = addresses(backend);
            for (int i = 0; i < 10; i++) {
                assertThat(addresses(backend)).isEqualTo(first);
            }
        }
    }

    private static Set<Long> addresses(Backend backend) {
        Set<Long> addresses = new HashSet<>();
        try (Tensor in = backend.allocate(DType.F32, SHAPE);
                Tensor out = backend.allocate(DType.F32, SHAPE)) {
            backend.fill(in, 1);
            backend.activate(Activation.GELU, in, out);
            backend.activateBackward(Activation.GELU, in, out, out);
            addresses.add(backend.hostRead(in).address());
            addresses.add(backend.hostRead(out).address());
        }
        return addresses;
    }

    @Test
    void gemmRateWhenMeasuredIsPlausible() {
        try (Backend backend = new Nd4jProvider().open(0, 1)) {
            assertThat(GemmRate.measure(backend)).isBetween(0.1, 1e6);
            assertThat(backend.liveTensors()).isZero();
        }
    }
}
