package io.penstock.engine.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterRandomTest {

    private static final int DRAWS = 60_000;

    private static CounterRandom stream() {
        return CounterRandom.of(42, "test", "name", 3, 7);
    }

    /** The known-answer vectors of Random123 (kat_vectors, philox4x32 10). */
    @Test
    void blockWhenGivenKnownCountersGivesKnownAnswers() {
        assertThat(block(0, 0, 0, 0)).containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
        assertThat(block(-1, -1, -1, -1)).containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
        assertThat(block(0x299f31d0_a4093822L, 0x243f6a88, 0x85a308d3, 0x03707344_13198a2eL))
                .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
    }

    private static int[] block(long key, int c0, int c1, long c23) {
        int[] out = new int[Philox.WORDS];
        Philox.block(key, c0, c1, c23, out);
        return out;
    }

    @Test
    void ofWhenKeysAreEqualRepeatsTheStream() {
        CounterRandom first = stream();
        CounterRandom second = stream();
        for (int i = 0; i < 100; i++) {
            assertThat(first.nextInt()).isEqualTo(second.nextInt());
        }
    }

    @Test
    void ofWhenAnyPartOfTheKeyDiffersGivesAnotherStream() {
        List<CounterRandom> streams = List.of(
                stream(),
                CounterRandom.of(43, "test", "name", 3, 7),
                CounterRandom.of(42, "tes", "tname", 3, 7),
                CounterRandom.of(42, "test", "name ", 3, 7),
                CounterRandom.of(42, "test", "name", 4, 7),
                CounterRandom.of(42, "test", "name", 3L << 32, 7),
                CounterRandom.of(42, "test", "name", 3, 8));
        Set<Integer> words = new HashSet<>();
        streams.forEach(each -> IntStream.range(0, 100).forEach(i -> words.add(each.nextInt())));
        assertThat(words).hasSizeGreaterThan(698);
    }

    @Test
    void nextFloatAndDoubleAreUniform() {
        CounterRandom random = stream();
        for (double[] draws : List.of(
                DoubleStream.generate(random::nextFloat).limit(DRAWS).toArray(),
                DoubleStream.generate(random::nextDouble).limit(DRAWS).toArray())) {
            assertThat(DoubleStream.of(draws).allMatch(x -> x >= 0 && x < 1)).isTrue();
            assertThat(DoubleStream.of(draws).average().orElseThrow()).isCloseTo(0.5, within(0.005));
            assertThat(DoubleStream.of(draws).map(x -> x * x).average().orElseThrow())
                    .isCloseTo(1 / 3.0, within(0.005));
        }
    }

    @Test
    void nextGaussianHasMeanZeroAndVarianceOne() {
        double[] draws =
                DoubleStream.generate(stream()::nextGaussian).limit(DRAWS).toArray();
        assertThat(DoubleStream.of(draws).average().orElseThrow()).isCloseTo(0, within(0.02));
        assertThat(DoubleStream.of(draws).map(x -> x * x).average().orElseThrow())
                .isCloseTo(1, within(0.03));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 3 << 29})
    void nextIntWhenBoundedIsUniform(int bound) {
        CounterRandom random = stream();
        int bins = Math.min(3, bound);
        double[] counts = new double[bins];
        for (int i = 0; i < DRAWS; i++) {
            int value = random.nextInt(bound);
            assertThat(value).isBetween(0, bound - 1);
            counts[(int) ((long) value * bins / bound)]++;
        }
        double share = bound == 10 ? 0.3 : 1.0 / bins;
        assertThat(counts[bins - 1] / DRAWS).isCloseTo(share, within(0.01));
    }

    @Test
    void nextIntWhenBoundIsNotPositiveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stream().nextInt(0))
                .withMessage("bound must be at least 1, got 0");
    }

    @Test
    void fillUniformWritesTheNextFloats() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(4 * 11, 4);
            stream().fillUniform(out, 4, 10, -2, 4);
            CounterRandom same = stream();
            assertThat(out.getAtIndex(ValueLayout.JAVA_FLOAT, 0)).isZero();
            for (int i = 1; i <= 10; i++) {
                assertThat(out.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(4 * same.nextFloat() - 2);
            }
        }
    }
}
