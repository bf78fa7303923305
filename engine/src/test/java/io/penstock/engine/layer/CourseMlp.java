package io.penstock.engine.layer;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.HostValues;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.SafetensorsFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The MLP of the public pipeline-parallelism course (16 × (Linear 128, ReLU), Linear 2) with the weights, batch, losses and
 * gradients that PyTorch 2.13 gave for it: mean cross entropy, Adam at 1e-3, the same batch at each of 50 steps.
 */
public final class CourseMlp {

    public static final int STEPS = 50;
    public static final int SAMPLES = 32;
    public static final int WIDTH = 128;
    public static final double LEARNING_RATE = 1e-3;

    private CourseMlp() {}

    public static List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            layers.add(Linear.of("layers." + i, WIDTH, WIDTH));
            layers.add(new Activate("layers." + i + ".relu", Activation.RELU, WIDTH));
        }
        layers.add(Linear.of("layers.16", WIDTH, 2));
        return layers;
    }

    /** One of {@code weights}, {@code batch} (x [32, 128], y [32]), {@code grads} (of the first step) and {@code final}. */
    public static SafetensorsFile file(String kind) {
        return SafetensorsFile.resource("/reference/course_mlp." + kind + ".safetensors");
    }

    /** Mean losses in float32, one per step, before its update. */
    public static double[] losses() {
        return numbers("losses");
    }

    /** Global gradient norms in float32, one per step. */
    public static double[] gradientNorms() {
        return numbers("grad_norms");
    }

    /** A layer's parameters with the reference's initial weights, gradients of 0 and states of 0. */
    public static List<Parameter> parameters(Backend backend, Layer layer, int stateTensors) {
        SafetensorsFile weights = file("weights");
        return layer.parameters().stream()
                .map(spec -> Parameter.home(
                        backend,
                        spec,
                        HostValues.tensor(backend, DType.F32, spec.shape(), weights.values(spec.name())),
                        stateTensors))
                .toList();
    }

    private static double[] numbers(String field) {
        try (var in = Objects.requireNonNull(CourseMlp.class.getResourceAsStream("/reference/course_mlp.json"))) {
            return JsonMapper.shared()
                    .readTree(in)
                    .get("float32")
                    .get(field)
                    .valueStream()
                    .mapToDouble(JsonNode::asDouble)
                    .toArray();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
