package io.penstock.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ThreadTeamTest {

    private static final double MUCH = 1e9;

    @ParameterizedTest
    @CsvSource({"1, 5", "2, 1", "3, 2", "3, 3", "4, 1001", "3, 0"})
    void runWhenWorthwhileGivesEveryItemToOneThread(int threads, int items) {
        try (ThreadTeam team = new ThreadTeam(threads)) {
            for (int round = 0; round < 200; round++) {
                AtomicIntegerArray runs = new AtomicIntegerArray(items);
                Set<Thread> used = ConcurrentHashMap.newKeySet();
                team.run(items, MUCH, (from, to) -> {
                    used.add(Thread.currentThread());
                    for (long i = from; i < to; i++) {
                        runs.incrementAndGet((int) i);
                    }
                });
                for (int i = 0; i < items; i++) {
                    assertThat(runs.get(i)).isOne();
                }
                assertThat(used).hasSize(Math.max(1, Math.min(threads, items)));
            }
        }
    }

    @Test
    void runWhenWorkIsLittleStaysOnTheCaller() {
        try (ThreadTeam team = new ThreadTeam(3)) {
            team.run(100, 1, (from, to) -> {
                assertThat(Thread.currentThread().getName()).doesNotStartWith("cpu-kernel");
                assertThat(to - from).isEqualTo(100);
            });
        }
    }

    @Test
    void runWhenAPartFailsThrowsAfterAllAreDone() {
        try (ThreadTeam team = new ThreadTeam(3)) {
            AtomicIntegerArray done = new AtomicIntegerArray(3);
            assertThatThrownBy(() -> team.run(3, MUCH, (from, to) -> {
                        done.set((int) from, 1);
                        if (from == 1) {
                            throw new IllegalStateException("part " + from);
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("part 1");
            assertThat(done.toString()).isEqualTo("[1, 1, 1]");
            team.run(3, MUCH, (from, to) -> done.set((int) from, 2));
            assertThat(done.toString()).isEqualTo("[2, 2, 2]");
        }
    }

    @Test
    void closeEndsTheThreads() {
        ThreadTeam team = new ThreadTeam(3);
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        team.run(3, MUCH, (from, to) -> used.add(Thread.currentThread()));
        team.close();
        used.remove(Thread.currentThread());
        assertThat(used).hasSize(2).noneMatch(Thread::isAlive);
    }
}
