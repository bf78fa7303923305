package io.penstock.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.model.Mlp;
import io.penstock.engine.optimizer.Sgd;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StageTest {

    private static final List<Layer> LAYERS = new Mlp(3, List.of(3, 3), 3, Activation.TANH, 0).layers();
    private static final Sgd SGD = new Sgd(0.1, 0.9, 0);
    private static final Pass.Slice TRAINING = new Pass.Slice(1, 0, 0, true);

    private final ReferenceBackend backend = new ReferenceBackend();

    @AfterEach
    void everythingIsFreed() {
        assertThat(backend.liveTensors()).isZero();
    }

    private Stage stage(int from, int to) {
        return stage(from, to, Memory.PLAIN);
    }

    private Stage stage(int from, int to, Memory memory) {
        Weights weights = new Weights(backend, LAYERS, SGD.stateTensors(), Weights.initial(42));
        return new Stage(backend, LAYERS.subList(from, to), from == 0, memory, weights.of(from, to));
    }

    private Tensor rows(double... values) {
        return HostValues.tensor(backend, DType.F32, Shape.of(values.length / 3, 3), values);
    }

    private void forward(Stage stage, int microBatch, double... values) {
        try (Tensor in = rows(values);
                Tensor out = stage.forward(microBatch, TRAINING, Flow.of(in))) {
            assertThat(out.shape()).isEqualTo(in.shape());
        }
    }

    private void backwardInput(Stage stage, int microBatch) {
        try (Tensor gradient = rows(0.1, -0.2, 0.3)) {
            Tensor next = stage.backwardInput(microBatch, gradient);
            if (next != null) {
                next.close();
            }
        }
    }

    private Map<String, float[]> values(Stage stage) {
        Map<String, float[]> values = new TreeMap<>();
        for (Parameter parameter : stage.parameters()) {
            values.put(parameter.name(), floats(parameter.value()));
        }
        return values;
    }

    private float[] floats(Tensor tensor) {
        return backend.hostRead(tensor).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    }

    @Test
    void weightsWhenTheModelIsCutElsewhereAreTheSameByName() {
        try (Stage whole = stage(0, 5);
                Stage head = stage(0, 2);
                Stage tail = stage(2, 5)) {
            Map<String, float[]> split = values(head);
            split.putAll(values(tail));

            assertThat(split).usingRecursiveComparison().isEqualTo(values(whole));
            assertThat(split.get("layers.0.weight")).isNotEqualTo(split.get("layers.1.weight"));
        }
    }

    @Test
    void gradientsWhenBackwardsComeInAnotherOrderAreTheSameBits() {
        try (Stage ordered = stage(0, 5);
                Stage shuffled = stage(0, 5)) {
            train(ordered, 0, 1, 2);
            train(shuffled, 2, 0, 1);

            assertThat(shuffled.squaredNorms()).isEqualTo(ordered.squaredNorms());
            assertThat(ordered.squaredNorms()).doesNotContain(0);
        }
    }

    private void train(Stage stage, int... backwards) {
        stage.startStep();
        for (int microBatch = 0; microBatch < backwards.length; microBatch++) {
            forward(stage, microBatch, 0.3 * microBatch, 1.7, -0.9 + microBatch);
        }
        for (int microBatch : backwards) {
            backwardInput(stage, microBatch);
            stage.backwardWeight(microBatch);
        }
        assertThat(stage.inFlight()).isZero();
        assertThat(stage.stashedBytes()).isZero();
    }

    @Test
    void backwardWeightWhenAnEarlierOneIsMissingIsHeldBack() {
        try (Stage stage = stage(2, 5)) {
            stage.startStep();
            forward(stage, 0, 1, 2, 3);
            forward(stage, 1, 4, 5, 6);
            backwardInput(stage, 1);
            stage.backwardWeight(1);

            assertThat(stage.inFlight()).isEqualTo(2);
            assertThat(stage.squaredNorms()).containsOnly(0);

            backwardInput(stage, 0);
            stage.backwardWeight(0);

            assertThat(stage.inFlight()).isZero();
            assertThat(stage.squaredNorms()).doesNotContain(0);
        }
    }

    @Test
    void forwardWhenEvaluatingKeepsNothing() {
        try (Stage stage = stage(0, 5);
                Tensor in = rows(1, 2, 3);
                Tensor out = stage.forward(0, new Pass.Slice(1, 0, 0, false), Flow.of(in))) {
            assertThat(out.shape()).isEqualTo(Shape.of(1, 3));
            assertThat(stage.inFlight()).isZero();
        }
    }

    @Test
    void backwardWhenThereWasNoForwardIsRefused() {
        try (Stage stage = stage(0, 5)) {
            assertThatThrownBy(() -> stage.backwardWeight(4))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("micro-batch 4 has had no forward");
        }
    }

    @Test
    void startStepWhenMicroBatchesAreInFlightIsRefused() {
        try (Stage stage = stage(0, 5)) {
            stage.startStep();
            forward(stage, 0, 1, 2, 3);

            assertThatThrownBy(stage::startStep)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("[0] are still in flight");
        }
    }
}
