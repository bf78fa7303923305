package io.penstock.engine.layer;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/**
 * Attention of a sequence to itself, from its queries, keys and values [n, t, packed] to [n, t, width]; the projections before
 * and after it are linear layers.
 *
 * @param rotaryBase base of the rotary position embedding, 0 for none
 * @see Heads
 */
public record SelfAttention(String name, Heads heads, double rotaryBase) implements Layer {

    private static final int PROJECTIONS = 0;
    private static final int OUTPUT = 1;
    private static final int LOG_SUMS = 2;

    @Override
    public LayerCost cost(int tokens) {
        double pairs = (double) tokens * tokens / (heads.causal() ? 2 : 1);
        double product = 2 * pairs * heads.width();
        long values = (long) tokens * (heads.packed() + heads.width() + heads.heads());
        return new LayerCost(
                2 * product, 5 * product, 0, Float.BYTES * values, 0, (long) Float.BYTES * tokens * heads.width());
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        Shape shape = in.shape();
        Tensor out = backend.allocate(in.dtype(), shape.withColumns(heads.width()));
        try (Tensor turned = turned(backend, in);
                Tensor logSums =
                        backend.allocate(in.dtype(), Shape.of(shape.dimension(0), heads.heads(), shape.dimension(1)))) {
            backend.attention(heads, turned, pass.segments(), out, logSums);
            pass.save(turned);
            pass.save(out);
            pass.save(logSums);
        }
        return out;
    }

    private Tensor turned(Backend backend, Tensor in) {
        if (rotaryBase == 0) {
            return in.retain();
        }
        Tensor turned = backend.allocate(in.dtype(), in.shape());
        backend.rotate(heads, rotaryBase, false, in, turned);
        return turned;
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradOut) {
        Backend backend = pass.backend();
        Tensor gradIn = backend.allocate(gradOut.dtype(), gradOut.shape().withColumns(heads.packed()));
        backend.attentionBackward(
                heads,
                pass.saved(PROJECTIONS),
                pass.segments(),
                pass.saved(OUTPUT),
                pass.saved(LOG_SUMS),
                gradOut,
                gradIn);
        if (rotaryBase != 0) {
            backend.rotate(heads, rotaryBase, true, gradIn, gradIn);
        }
        return gradIn;
    }
}
