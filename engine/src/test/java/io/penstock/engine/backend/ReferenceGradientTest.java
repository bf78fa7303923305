package io.penstock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.backend.NormKernels.Norm;
import io.penstock.engine.backend.TokenKernels.Patches;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every backward kernel of the reference against central differences of its forward, in float64. */
class ReferenceGradientTest {

    private static final double STEP = 1e-5;
    private static final float EPSILON = 0.01f;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ReferenceBackend backend = new ReferenceBackend();
    private final List<Tensor> tensors = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        tensors.forEach(Tensor::close);
        backend.close();
    }

    private Tensor random(int... shape) {
        double[] values = random.doubles(Shape.of(shape).size(), -2, 2).toArray();
        return keep(HostValues.tensor(backend, DType.F64, Shape.of(shape), values));
    }

    private Tensor integers(Shape shape, double... values) {
        return keep(HostValues.tensor(backend, DType.I32, shape, values));
    }

    private Tensor keep(Tensor tensor) {
        tensors.add(tensor);
        return tensor;
    }

    /** The gradient of Σ weights ⊙ out with respect to moved, where forward computes out. */
    private void check(Tensor moved, Runnable forward, Tensor out, Tensor weights, Tensor gradient) {
        double[] values = HostValues.read(backend, moved);
        double[] actual = HostValues.read(backend, gradient);
        for (int i = 0; i < values.length; i++) {
            double centre = values[i];
            values[i] = centre + STEP;
            double above = objective(moved, values, forward, out, weights);
            values[i] = centre - STEP;
            double below = objective(moved, values, forward, out, weights);
            values[i] = centre;
            assertThat(actual[i])
                    .as("gradient %d, seed %d", i, seed)
                    .isCloseTo((above - below) / (2 * STEP), within(1e-6 * Math.max(1, Math.abs(actual[i]))));
        }
        HostValues.write(backend, moved, values);
    }

    private double objective(Tensor moved, double[] values, Runnable forward, Tensor out, Tensor weights) {
        HostValues.write(backend, moved, values);
        forward.run();
        double[] outs = HostValues.read(backend, out);
        double[] factors = HostValues.read(backend, weights);
        double sum = 0;
        for (int i = 0; i < outs.length; i++) {
            sum += outs[i] * factors[i];
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RELU")
    void activateBackwardIsTheGradient(Activation function) {
        Tensor in = random(4, 5);
        Tensor out = random(4, 5);
        Tensor weights = random(4, 5);
        Tensor gradient = random(4, 5);
        backend.activateBackward(function, in, weights, gradient);
        check(in, () -> backend.activate(function, in, out), out, weights, gradient);
    }

    @Test
    void swiGluBackwardIsTheGradient() {
        Tensor in = random(3, 10);
        Tensor out = random(3, 5);
        Tensor weights = random(3, 5);
        Tensor gradient = random(3, 10);
        backend.swiGluBackward(in, weights, gradient);
        check(in, () -> backend.swiGlu(in, out), out, weights, gradient);
    }

    @ParameterizedTest
    @EnumSource
    void normalizeBackwardAndWeightAreTheGradients(Norm norm) {
        Tensor in = random(4, 7);
        Tensor weight = random(7);
        @Nullable Tensor bias = norm == Norm.LAYER ? random(7) : null;
        Tensor out = random(4, 7);
        Tensor statistics = random(4, 2);
        Tensor weights = random(4, 7);
        Runnable forward = () -> backend.normalize(norm, in, weight, bias, EPSILON, out, statistics);
        forward.run();
        Tensor gradIn = random(4, 7);
        Tensor gradWeight = random(7);
        @Nullable Tensor gradBias = bias == null ? null : random(7);
        backend.normalizeBackward(norm, in, weight, statistics, weights, null, gradIn);
        backend.normalizeWeight(norm, in, statistics, weights, 0, gradWeight, gradBias);
        check(in, forward, out, weights, gradIn);
        check(weight, forward, out, weights, gradWeight);
        if (bias != null && gradBias != null) {
            check(bias, forward, out, weights, gradBias);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "2, 1, true", "4, 2, true", "2, 2, false", "6, 2, false"})
    void attentionBackwardIsTheGradient(int count, int keyHeads, boolean causal) {
        Heads heads = new Heads(count, keyHeads, 3, causal);
        Tensor segments = integers(Shape.of(2, 6), 1, 1, 2, 2, 2, 0, 4, 4, 4, 4, 5, 6);
        checkAttention(heads, null);
        checkAttention(heads, segments);
    }

    private void checkAttention(Heads heads, @Nullable Tensor segments) {
        Tensor projections = random(2, 6, heads.packed());
        Tensor out = random(2, 6, heads.width());
        Tensor logSums = random(2, heads.heads(), 6);
        Tensor weights = random(2, 6, heads.width());
        Tensor gradient = random(2, 6, heads.packed());
        Runnable forward = () -> backend.attention(heads, projections, segments, out, logSums);
        forward.run();
        backend.attentionBackward(heads, projections, segments, out, logSums, weights, gradient);
        check(projections, forward, out, weights, gradient);
    }

    @Test
    void rotateWhenInverseIsTheGradient() {
        Heads heads = new Heads(2, 1, 4, true);
        Tensor in = random(2, 5, heads.packed());
        Tensor out = random(2, 5, heads.packed());
        Tensor weights = random(2, 5, heads.packed());
        Tensor gradient = random(2, 5, heads.packed());
        backend.rotate(heads, 100, true, weights, gradient);
        check(in, () -> backend.rotate(heads, 100, false, in, out), out, weights, gradient);
    }

    @Test
    void scatterAddIsTheGradientOfGather() {
        Tensor table = random(4, 3);
        Tensor ids = integers(Shape.of(5), 3, 0, 3, 2, 3);
        Tensor out = random(5, 3);
        Tensor weights = random(5, 3);
        Tensor gradient = random(4, 3);
        backend.fill(gradient, 0);
        backend.scatterAdd(weights, ids, gradient);
        check(table, () -> backend.gather(table, ids, 0, out), out, weights, gradient);
    }

    @Test
    void sumPositionsIsTheGradientOfAddPositions() {
        Tensor in = random(2, 3, 4);
        Tensor table = random(5, 4);
        Tensor out = random(2, 3, 4);
        Tensor weights = random(2, 3, 4);
        Tensor gradient = random(5, 4);
        backend.sumPositions(weights, 0, gradient);
        Runnable forward = () -> {
            backend.copy(in, out);
            backend.addPositions(out, table);
        };
        check(table, forward, out, weights, gradient);
    }

    @Test
    void joinIsTheGradientOfCut() {
        Patches patches = new Patches(2, 4, 6, 2);
        Tensor images = random(2, 48);
        Tensor out = random(2, patches.count(), patches.size());
        Tensor weights = random(2, patches.count(), patches.size());
        Tensor gradient = random(2, 48);
        backend.join(patches, weights, gradient);
        check(images, () -> backend.cut(patches, images, out), out, weights, gradient);
    }
}
