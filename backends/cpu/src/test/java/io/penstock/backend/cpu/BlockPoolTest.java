package io.penstock.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockPoolTest {

    private final BlockPool pool = new BlockPool();

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void sizeClassHoldsItsBytesAndAnEighthMoreAtMost() {
        for (long bytes = 0; bytes < 1L << 40; bytes = 1 + bytes * 17 / 16) {
            long held = Block.bytes(Block.sizeClass(bytes));
            assertThat(held).isBetween(bytes, Math.max(64, bytes + bytes / 8 + 64));
            assertThat(held % 64).isZero();
        }
    }

    @Test
    void takeWhenBlockWasGivenBackReusesIt() {
        Block first = pool.take(1000);
        Block second = pool.take(1000);
        assertThat(second).isNotEqualTo(first);
        assertThat(first.address() % 64).isZero();
        pool.give(first, 1000);
        assertThat(pool.take(990)).isEqualTo(first);
        assertThat(pool.liveTensors()).isEqualTo(2);
        assertThat(pool.liveBytes()).isEqualTo(1990);
        pool.give(first, 990);
        pool.give(second, 1000);
        assertThat(pool.liveBytes()).isZero();
    }

    @Test
    void stepWhenRepeatedUsesTheSameBlocks() {
        Set<Long> first = step();
        for (int i = 0; i < 10; i++) {
            assertThat(step()).isEqualTo(first);
        }
    }

    private Set<Long> step() {
        Set<Long> addresses = new HashSet<>();
        Block a = pool.take(5 << 20);
        Block b = pool.take(100);
        addresses.add(a.address());
        addresses.add(b.address());
        pool.give(a, 5 << 20);
        pool.give(b, 100);
        return addresses;
    }

    @Test
    void giveWhenSizesChangeKeepsNoMoreThanAQuarterBeyondThePeak() {
        long peak = 0;
        for (long bytes = 1 << 16; bytes < 1 << 22; bytes = bytes * 5 / 4) {
            Block block = pool.take(bytes);
            peak = Math.max(peak, block.bytes());
            pool.give(block, bytes);
            assertThat(pool.keptBytes()).isLessThanOrEqualTo(peak * 5 / 4);
        }
    }

    @Test
    void closeRefusesFurtherBlocksAndFreesLiveOnesLater() {
        Block live = pool.take(64);
        pool.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> pool.take(64))
                .withMessage("the cpu backend is closed: open another");
        pool.give(live, 64);
        assertThat(pool.keptBytes()).isZero();
    }
}
