package io.penstock.engine.model;

import io.penstock.engine.backend.Activation;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Linear;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.ParameterSpec.Initial;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.tensor.Shape;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds linear layers of transformers: weights are normal with deviation 0.02 (Radford et al., 2018, section 4.1), biases 0. */
final class Parts {

    static final Initial NORMAL = new Initial.Normal(0.02);
    static final Initial ZERO = new Initial.Constant(0);

    private Parts() {}

    /** A table of rows [rows, size]. */
    static ParameterSpec table(String name, int rows, int size) {
        return ParameterSpec.of(name, Shape.of(rows, size), NORMAL);
    }

    /** NAME.weight [out, in] and, if asked for, NAME.bias [out]. */
    static Layer linear(String name, int in, int out, boolean bias, @Nullable Activation activation) {
        return new Linear(
                name,
                in,
                out,
                table(name + ".weight", out, in),
                bias ? ParameterSpec.of(name + ".bias", Shape.of(out), ZERO) : null,
                false,
                activation);
    }

    /** NAME.weight [in, out] and NAME.bias [out], as GPT-2 has them. */
    static Layer inputFirst(String name, int in, int out, double deviation, @Nullable Activation activation) {
        return new Linear(
                name,
                in,
                out,
                ParameterSpec.of(name + ".weight", Shape.of(in, out), new Initial.Normal(deviation)),
                ParameterSpec.of(name + ".bias", Shape.of(out), ZERO),
                true,
                activation);
    }

    /** A matrix of a checkpoint that is some rows of a larger one here. */
    record Rows(String name, int count) {}

    /** One linear layer whose rows are several of a checkpoint, with one product for all. */
    static Layer stacked(String name, int in, boolean bias, Rows... rows) {
        int out = Arrays.stream(rows).mapToInt(Rows::count).sum();
        List<Part> weights = Arrays.stream(rows)
                .map(each -> new Part(each.name() + ".weight", Shape.of(each.count(), in)))
                .toList();
        List<Part> biases = Arrays.stream(rows)
                .map(each -> new Part(each.name() + ".bias", Shape.of(each.count())))
                .toList();
        return new Linear(
                name,
                in,
                out,
                new ParameterSpec(name + ".weight", Shape.of(out, in), NORMAL, weights),
                bias ? new ParameterSpec(name + ".bias", Shape.of(out), ZERO, biases) : null,
                false,
                null);
    }

    /** A head that shares the table of the embedding, with a bias of its own if it is named. */
    static Layer tiedHead(String name, ParameterSpec words, @Nullable String bias) {
        int vocabulary = words.shape().dimension(0);
        return new Linear(
                name,
                words.shape().dimension(1),
                vocabulary,
                words,
                bias == null ? null : ParameterSpec.of(bias, Shape.of(vocabulary), ZERO),
                false,
                null);
    }
}
