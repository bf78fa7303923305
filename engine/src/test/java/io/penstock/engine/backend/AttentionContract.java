package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention and rotation against float64. */
interface AttentionContract extends ContractCase {

    @ParameterizedTest
    @CsvSource({
        "0, 5, 2, 1, 8, false",
        "2, 0, 2, 2, 8, true",
        "1, 1, 1, 1, 8, true",
        "3, 1, 2, 1, 12, false",
        "2, 7, 2, 1, 12, true",
        "2, 7, 5, 5, 1, false",
        "1, 33, 6, 3, 8, true",
        "2, 33, 4, 2, 32, false",
        "2, 65, 4, 2, 32, true",
        "1, 65, 6, 1, 12, false",
        "1, 64, 2, 2, 64, true",
        "1, 130, 3, 1, 12, true",
        "2, 130, 1, 1, 8, false",
        "1, 130, 2, 2, 33, true",
    })
    default void attentionWithAndWithoutSegmentsAgrees(
            int samples, int length, int heads, int keyHeads, int size, boolean causal) {
        agreesOnAttention(samples, length, new Heads(heads, keyHeads, size, causal));
    }

    @Test
    default void attentionWhenSizesAreRandomAgrees() {
        var random = new SplittableRandom();
        int keyHeads = 1 + random.nextInt(3);
        Heads heads =
                new Heads(keyHeads * (1 + random.nextInt(3)), keyHeads, 1 + random.nextInt(40), random.nextBoolean());
        agreesOnAttention(1 + random.nextInt(3), 1 + random.nextInt(100), heads);
    }

    /** Forward and backward. What comes out of backward is a sum over positions of sums over a head. */
    private void agreesOnAttention(int samples, int length, Heads heads) {
        for (int segmented = 0; segmented < 2; segmented++) {
            boolean masked = segmented == 1;
            given().random(samples, length, heads.packed())
                    .integers(Shape.of(samples, length), segments(samples, length))
                    .filled(NAN, samples, length, heads.width())
                    .filled(NAN, samples, heads.heads(), length)
                    .random(samples, length, heads.width())
                    .filled(NAN, samples, length, heads.packed())
                    .roundings(2)
                    .magnitude(1)
                    .agrees((b, t) -> bothWays(b, heads, t, masked ? t[1] : null));
        }
    }

    private static void bothWays(Backend backend, Heads heads, Tensor[] t, @Nullable Tensor segments) {
        backend.attention(heads, t[0], segments, t[2], t[3]);
        backend.attentionBackward(heads, t[0], segments, t[2], t[3], t[4], t[5]);
    }

    /** Segments of random lengths; some samples end with padding, every fifth is all padding. */
    private static double[] segments(int samples, int length) {
        var random = new SplittableRandom();
        double[] segments = new double[samples * length];
        for (int sample = 0; sample < samples; sample++) {
            int used = sample % 5 == 4 ? 0 : length - random.nextInt(1 + length / 3);
            int segment = 1;
            for (int i = 0; i < used; i++) {
                segment += i > 0 && random.nextInt(9) == 0 ? 1 : 0;
                segments[sample * length + i] = segment;
            }
        }
        return segments;
    }

    @Test
    default void attentionWhenSampleIsAllPaddingGivesZero() {
        Heads heads = new Heads(2, 1, 8, true);
        double[] segments = new double[3 * 40];
        Arrays.fill(segments, 0, 40, 1);
        Arrays.fill(segments, 80, 100, 7);
        Arrays.fill(segments, 100, 119, 8);
        given().random(3, 40, heads.packed())
                .integers(Shape.of(3, 40), segments)
                .filled(NAN, 3, 40, heads.width())
                .filled(NAN, 3, 2, 40)
                .random(3, 40, heads.width())
                .filled(NAN, 3, 40, heads.packed())
                .roundings(2)
                .agrees((b, t) -> bothWays(b, heads, t, t[1]));
    }

    /** Scores reach 8,192: half a unit in the last place of a float32 log-sum is then 2^-12, a factor of as much in backward. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void attentionWhenScoresAreLargeStaysFinite(boolean causal) {
        Heads heads = new Heads(1, 1, 4, causal);
        double[] packed = new double[37 * heads.packed()];
        Arrays.setAll(packed, i -> (i * 31 % 17 - 8) * (i % 12 < 8 ? 8 : 1));
        given().with(Shape.of(1, 37, heads.packed()), packed)
                .filled(NAN, 1, 37, 4)
                .filled(NAN, 1, 1, 37)
                .agrees((b, t) -> b.attention(heads, t[0], null, t[1], t[2]));
        given().with(Shape.of(1, 37, heads.packed()), packed)
                .integers(Shape.of(0))
                .filled(NAN, 1, 37, 4)
                .filled(NAN, 1, 1, 37)
                .random(1, 37, 4)
                .filled(NAN, 1, 37, heads.packed())
                .roundings(100)
                .agrees((b, t) -> bothWays(b, heads, t, null));
    }

    /** A spoilt key of the second of three samples reaches all that attend to it, and no other sample or group of heads. */
    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
    default void attentionWhenKeyIsNanOrInfinityReachesThoseThatAttend(float spoilt) {
        Heads heads = new Heads(4, 2, 8, true);
        int length = 40;
        int at = 20;
        double[] packed = new double[3 * length * heads.packed()];
        Arrays.setAll(packed, i -> i % 13 / 13.0 + 0.1);
        // the first key head, which query heads 0 and 1 read
        packed[(length + at) * heads.packed() + heads.width()] = spoilt;
        try (Tensor projections = HostValues.tensor(backend(), DType.F32, Shape.of(3, length, heads.packed()), packed);
                Tensor out = backend().allocate(DType.F32, Shape.of(3, length, heads.width()));
                Tensor logSums = backend().allocate(DType.F32, Shape.of(3, heads.heads(), length))) {
            backend().attention(heads, projections, null, out, logSums);
            double[] values = HostValues.read(backend(), out);
            for (int i = 0; i < values.length; i++) {
                int row = i / heads.width();
                boolean group = i % heads.width() < 2 * heads.size();
                if (row / length != 1 || !group) {
                    assertThat(values[i]).as("value %d", i).isFinite();
                } else if (row % length >= at) {
                    assertThat(values[i]).as("value %d", i).isNaN();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 2, 1, 8, 10000",
        "2, 0, 2, 1, 8, 10000",
        "1, 1, 1, 1, 2, 10000",
        "2, 7, 3, 1, 12, 10000",
        "2, 33, 4, 2, 32, 500000",
        "1, 1000, 1, 1, 6, 10000",
    })
    default void rotateWhenInPlaceOrNotAgrees(int samples, int length, int heads, int keyHeads, int size, double base) {
        Heads shape = new Heads(heads, keyHeads, size, true);
        for (int out = 0; out < 2; out++) {
            int target = out;
            given().random(samples, length, shape.packed())
                    .filled(NAN, samples, length, shape.packed())
                    .agrees((b, t) -> b.rotate(shape, base, false, t[0], t[target]));
            given().random(samples, length, shape.packed())
                    .filled(NAN, samples, length, shape.packed())
                    .agrees((b, t) -> b.rotate(shape, base, true, t[0], t[target]));
        }
    }

    @Test
    default void rotateWhenNanOrInfinityPassesThem() {
        given().with(Shape.of(1, 2, 6), 1, NAN, 2, 3, 4, 5, INFINITY, 1, 2, NAN, NAN, INFINITY)
                .agrees((b, t) -> b.rotate(new Heads(1, 1, 2, true), 10000, false, t[0], t[0]));
    }
}
