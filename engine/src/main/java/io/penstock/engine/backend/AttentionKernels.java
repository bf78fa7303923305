package io.penstock.engine.backend;

import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Scaled dot-product attention (Vaswani et al., 2017, section 3.2.1) with scale 1 ÷ √size, computed tile by tile with an
 * online softmax, so that no [length, length] matrix exists per head (Dao et al., 2022, algorithms 1 and 4).
 */
public interface AttentionKernels {

    /**
     * The shape of attention. A row of the packed projections holds queries (heads · size), then keys (keyHeads · size), then
     * values (keyHeads · size).
     *
     * @param heads query heads
     * @param keyHeads key and value heads; divides heads, and query head h reads key head h ÷ (heads ÷ keyHeads) (grouped-query
     *     attention, Ainslie et al., 2023)
     * @param size of one head
     * @param causal true if a position attends to itself and earlier ones only
     */
    record Heads(int heads, int keyHeads, int size, boolean causal) {

        public Heads {
            if (heads < 1 || keyHeads < 1 || size < 1 || heads % keyHeads != 0) {
                throw new IllegalArgumentException(
                        "attention needs keyHeads that divide heads, got heads %d, keyHeads %d, size %d"
                                .formatted(heads, keyHeads, size));
            }
        }

        /** Values of a row of queries, keys and values. */
        public int packed() {
            return (heads + 2 * keyHeads) * size;
        }

        /** Values of a row of the output. */
        public int width() {
            return heads * size;
        }
    }

    /**
     * out [n, t, width] from projections [n, t, packed]; logSums [n, heads, t] receives the logarithm of the softmax's
     * denominator (with the largest score added back) for the backward kernel. A NaN reaches all positions that attend to it,
     * and none of another sample or another key head.
     *
     * @param segments I32 [n, t], absent if each sequence is one segment: a position attends only to positions of its own
     *     segment, whose positions are neighbours; segment 0 is padding, attends to nothing and gives 0 in out and in logSums
     */
    void attention(Heads heads, Tensor projections, @Nullable Tensor segments, Tensor out, Tensor logSums);

    /** gradProjections [n, t, packed] from gradOut [n, t, width]; it is none of the others. Padding gets 0. */
    void attentionBackward(
            Heads heads,
            Tensor projections,
            @Nullable Tensor segments,
            Tensor out,
            Tensor logSums,
            Tensor gradOut,
            Tensor gradProjections);

    /**
     * Rotary position embedding (Su et al., 2021) of queries and keys in [n, t, packed], in the rotate-half form of the public
     * Llama checkpoints: the pair (x[i], x[i + size ÷ 2]) of a head at position t turns by t · base^(−2i ÷ size); values are
     * copied. size is even; angles are computed in float64, since t · base^(−2i ÷ size) in float32 is off by 1e-5 at t = 200.
     * out may be in.
     *
     * @param inverse turns back, which is the gradient
     */
    void rotate(Heads heads, double base, boolean inverse, Tensor in, Tensor out);
}
