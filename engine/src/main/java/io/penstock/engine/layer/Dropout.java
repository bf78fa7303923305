package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.random.CounterRandom;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Inverted dropout (Srivastava et al., 2014, section 10): in training each value is zeroed with the given probability and
 * otherwise divided by 1 − probability; in evaluation values pass unchanged.
 *
 * <p>The mask of a sample is keyed by seed, layer name, step and the sample's index in the step's batch, so it is the same
 * however the batch is sliced and wherever the layer runs, and drawn in the order of its tokens, so padding doesn't change it.
 *
 * @param size values of a sample, or of a token
 */
public record Dropout(String name, double probability, int size) implements Layer {

    public Dropout {
        if (!(probability >= 0 && probability < 1)) {
            throw new IllegalArgumentException(
                    "dropout probability must be at least 0 and less than 1, got " + probability);
        }
    }

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size * tokens;
        double flops = (double) size * tokens;
        return probability == 0 ? new LayerCost(0, 0, 0, 0, 0, bytes) : new LayerCost(flops, flops, 0, bytes, 0, bytes);
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        if (!active(pass)) {
            return in.retain();
        }
        try (Tensor mask = pass.backend().allocate(DType.F32, in.shape())) {
            draw(pass, mask);
            pass.save(mask);
            return product(pass.backend(), in, mask);
        }
    }

    @Override
    public Tensor backwardInput(Pass pass, Tensor gradOut) {
        return active(pass) ? product(pass.backend(), gradOut, pass.saved(0)) : gradOut.retain();
    }

    private boolean active(Pass pass) {
        return pass.slice().training() && probability > 0;
    }

    private void draw(Pass pass, Tensor mask) {
        Pass.Slice slice = pass.slice();
        MemorySegment values = pass.backend().hostWrite(mask);
        float kept = (float) (1 / (1 - probability));
        int samples = mask.shape().dimension(0);
        long each = samples == 0 ? 0 : mask.shape().size() / samples;
        for (int sample = 0; sample < samples; sample++) {
            var random = CounterRandom.of(slice.seed(), "dropout", name, slice.step(), slice.firstSample() + sample);
            for (long i = sample * each; i < (sample + 1) * each; i++) {
                values.setAtIndex(ValueLayout.JAVA_FLOAT, i, random.nextFloat() < probability ? 0 : kept);
            }
        }
        pass.backend().hostWritten(mask);
    }

    private static Tensor product(Backend backend, Tensor values, Tensor mask) {
        Tensor out = backend.allocate(values.dtype(), values.shape());
        backend.multiply(values, mask, out);
        return out;
    }
}
