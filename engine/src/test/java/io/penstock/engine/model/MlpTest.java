package io.penstock.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.layer.Activate;
import io.penstock.engine.layer.Dropout;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Linear;
import io.penstock.engine.layer.ParameterSpec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MlpTest {

    @Test
    void layersWhenNothingIsHiddenAreOneLinear() {
        assertThat(new Mlp(3, List.of(), 2, Activation.RELU, 0).layers()).containsExactly(Linear.of("layers.0", 3, 2));
    }

    @Test
    void layersWhenDropoutIsAskedForFollowEachHiddenLayer() {
        assertThat(new Mlp(3, List.of(5, 4), 2, Activation.GELU, 0.5).layers())
                .containsExactly(
                        Linear.of("layers.0", 3, 5),
                        new Activate("layers.0.act", Activation.GELU, 5),
                        new Dropout("layers.0.drop", 0.5, 5),
                        Linear.of("layers.1", 5, 4),
                        new Activate("layers.1.act", Activation.GELU, 4),
                        new Dropout("layers.1.drop", 0.5, 4),
                        Linear.of("layers.2", 4, 2));
    }

    @Test
    void layersWhenCourseModelHaveItsNamesAndParameters() {
        List<Layer> layers = new Mlp(128, Collections.nCopies(16, 128), 2, Activation.RELU, 0).layers();
        List<ParameterSpec> parameters =
                layers.stream().flatMap(layer -> layer.parameters().stream()).toList();

        assertThat(layers).hasSize(33).extracting(Layer::name).doesNotHaveDuplicates();
        assertThat(parameters)
                .extracting(ParameterSpec::name)
                .startsWith("layers.0.weight", "layers.0.bias")
                .endsWith("layers.16.weight", "layers.16.bias");
        assertThat(parameters.stream().mapToLong(spec -> spec.shape().size()).sum())
                .isEqualTo(264450);
    }

    @Test
    void layersWhenAskedTellTheirOperations() {
        Mlp model = new Mlp(100, List.of(50), 2, Activation.RELU, 0);

        assertThat(model.layers())
                .hasSize(3)
                .first()
                .extracting(layer -> layer.cost(1))
                .satisfies(cost -> {
                    assertThat(cost.forwardFlops()).isCloseTo(2 * 100 * 50, within(100.0));
                    assertThat(cost.backwardInputFlops()).isEqualTo(2 * 100 * 50);
                    assertThat(cost.backwardWeightFlops()).isCloseTo(cost.forwardFlops(), within(1e-9));
                    assertThat(cost.outputBytes()).isEqualTo(50 * Float.BYTES);
                });
    }
}
