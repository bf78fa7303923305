package io.penstock.engine.onnx;

import io.penstock.engine.tensor.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a BERT encoder (Devlin et al., 2019) in a graph as PyTorch exports it. Biases, norms and tables keep the names of
 * PyTorch's parameters there; the weights of linear layers have none and are found as what the value is multiplied by before
 * its bias is added.
 */
final class BertGraph {

    private static final String PREFIX = "bert.";
    private static final String WORDS = "embeddings.word_embeddings.weight";
    private static final String BLOCK = "encoder.layer.";

    private final OnnxGraph graph;
    private final String prefix;
    private final Map<String, Weight> weights = new LinkedHashMap<>();
    private @Nullable Float epsilon;

    /** A parameter as the file stores it. */
    record Weight(OnnxTensor stored, boolean transposed) {

        Shape shape() {
            Shape shape = stored.shape();
            return transposed ? Shape.of(shape.dimension(1), shape.dimension(0)) : shape;
        }
    }

    /**
     * What was found.
     *
     * @param weights by their names in public checkpoints
     * @param leftOut names of stored numbers that belong to no part of the encoder
     */
    record Encoder(
            int vocabulary,
            int hiddenSize,
            int blocks,
            int heads,
            int intermediateSize,
            int positions,
            int tokenTypes,
            float epsilon,
            Map<String, Weight> weights,
            List<String> leftOut) {}

    private BertGraph(OnnxGraph graph) {
        this.graph = graph;
        this.prefix = graph.initializers().keySet().stream()
                .filter(name -> name.endsWith(WORDS))
                .map(name -> name.substring(0, name.length() - WORDS.length()))
                .findFirst()
                .orElseThrow(() -> fault("stores no \"%s\"".formatted(WORDS)));
    }

    /** @throws InvalidOnnxException if the graph is no such encoder, with the first difference */
    static Encoder find(OnnxGraph graph) {
        return new BertGraph(graph).find();
    }

    private Encoder find() {
        if (graph.holds("CumSum")) {
            throw fault("counts positions over the mask, as RoBERTa does");
        }
        Shape words = table(WORDS);
        int size = words.columns();
        Shape positions = table("embeddings.position_embeddings.weight");
        Shape types = table("embeddings.token_type_embeddings.weight");
        expect(positions, positions.dimension(0), size);
        expect(types, types.dimension(0), size);
        norm("embeddings.LayerNorm", size);
        int blocks = blocks();
        int inner = tensor(BLOCK + "0.intermediate.dense.bias").shape().columns();
        for (int i = 0; i < blocks; i++) {
            block(BLOCK + i, size, inner);
        }
        if (graph.constant(prefix + "pooler.dense.bias") != null) {
            linear("pooler.dense", size, size);
        }
        return new Encoder(
                words.dimension(0),
                size,
                blocks,
                heads(blocks, size),
                inner,
                positions.dimension(0),
                types.dimension(0),
                Objects.requireNonNull(epsilon),
                weights,
                leftOut());
    }

    private int blocks() {
        int blocks = 0;
        while (graph.constant(prefix + BLOCK + blocks + ".attention.self.query.bias") != null) {
            blocks++;
        }
        if (blocks == 0) {
            throw fault("stores no \"%s0.attention.self.query.bias\"".formatted(BLOCK));
        }
        return blocks;
    }

    private void block(String block, int size, int inner) {
        for (String part : List.of("query", "key", "value")) {
            linear(block + ".attention.self." + part, size, size);
        }
        linear(block + ".attention.output.dense", size, size);
        norm(block + ".attention.output.LayerNorm", size);
        gelu(linear(block + ".intermediate.dense", size, inner));
        linear(block + ".output.dense", inner, size);
        norm(block + ".output.LayerNorm", size);
    }

    private Shape table(String name) {
        Shape shape = tensor(name).shape();
        if (shape.rank() != 2) {
            throw fault("stores \"%s\" of shape %s, which is no table".formatted(name, shape));
        }
        weights.put(PREFIX + name, new Weight(tensor(name), false));
        return shape;
    }

    private void norm(String name, int size) {
        for (String part : List.of(".weight", ".bias")) {
            OnnxTensor stored = tensor(name + part);
            expect(stored.shape(), size);
            weights.put(PREFIX + name + part, new Weight(stored, false));
        }
        float own = epsilon(name);
        if (!(own > 0) || Float.isInfinite(own)) {
            throw fault("has the impossible epsilon %s in \"%s\"".formatted(own, name));
        }
        if (epsilon != null && epsilon != own) {
            throw fault("has norms with epsilon %s and %s, which must be one".formatted(epsilon, own));
        }
        epsilon = own;
    }

    /** LayerNormalization has it as an attribute; else it is added to the variance before the root. */
    private float epsilon(String norm) {
        for (OnnxNode user : graph.users(prefix + norm + ".weight")) {
            if (user.is("LayerNormalization")) {
                OnnxNode.Attribute attribute = user.attributes().get("epsilon");
                return attribute == null || attribute.real() == null ? 1e-5f : attribute.real();
            }
            OnnxNode root = user.is("Mul") ? ancestor(user, "Div", "Sqrt") : null;
            OnnxNode sum = root == null ? null : graph.maker(root.input(0));
            if (sum != null && sum.is("Add")) {
                return addend(sum, norm);
            }
        }
        throw fault("normalises \"%s\" in an unknown way".formatted(norm));
    }

    private float addend(OnnxNode sum, String norm) {
        return sum.inputs().stream()
                .map(graph::constant)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> fault("has no constant epsilon in \"%s\"".formatted(norm)))
                .scalar();
    }

    /** Goes up from a node through operations of these kinds; absent if there are none. */
    private @Nullable OnnxNode ancestor(OnnxNode node, String... operations) {
        OnnxNode current = node;
        for (String operation : operations) {
            current = current.inputs().stream()
                    .map(graph::maker)
                    .filter(maker -> maker != null && maker.is(operation))
                    .findFirst()
                    .orElse(null);
            if (current == null) {
                return null;
            }
        }
        return current;
    }

    /** Finds weight and bias; returns the name of the layer's output. */
    private String linear(String name, int in, int out) {
        OnnxTensor bias = tensor(name + ".bias");
        expect(bias.shape(), out);
        for (OnnxNode user : graph.users(prefix + name + ".bias")) {
            OnnxNode product = user.is("Gemm") ? user : ancestor(user, "MatMul");
            if (product != null) {
                Weight weight = weight(name, product);
                expect(weight.shape(), out, in);
                weights.put(PREFIX + name + ".weight", weight);
                weights.put(PREFIX + name + ".bias", new Weight(bias, false));
                return user.output();
            }
        }
        throw fault("does not add \"%s.bias\" to a matrix product".formatted(name));
    }

    private Weight weight(String name, OnnxNode product) {
        String value = product.input(1);
        OnnxNode maker = graph.maker(value);
        boolean turned = maker != null && maker.is("Transpose");
        OnnxTensor stored =
                graph.constant(turned ? Objects.requireNonNull(maker).input(0) : value);
        if (stored == null || stored.shape().rank() != 2) {
            throw fault("multiplies by something else than a stored matrix before \"%s.bias\", perhaps quantised"
                    .formatted(name));
        }
        OnnxNode.Attribute second = product.attributes().get("transB");
        boolean outputFirst = second != null && second.integer() != null && second.integer() != 0;
        return new Weight(stored, outputFirst == turned);
    }

    /** The exact GELU: x · (1 + erf(x ÷ √2)) ÷ 2. */
    private void gelu(String value) {
        if (graph.users(value).stream().noneMatch(user -> isGelu(user) || scalesForErf(user))) {
            throw fault("has another activation than the exact GELU after \"%s\"".formatted(value));
        }
    }

    private static boolean isGelu(OnnxNode node) {
        return node.is("Gelu") && !node.attributes().containsKey("approximate");
    }

    private boolean scalesForErf(OnnxNode node) {
        return (node.is("Div") || node.is("Mul"))
                && graph.users(node.output()).stream().anyMatch(next -> next.is("Erf"));
    }

    /** As many as the query is cut into: [..., heads, size of a head]. */
    private int heads(int blocks, int size) {
        int heads = 0;
        for (int i = 0; i < blocks; i++) {
            String query = BLOCK + i + ".attention.self.query";
            int own = headsOf(query, size);
            if (heads != 0 && heads != own) {
                throw fault("has blocks of %d and of %d heads".formatted(heads, own));
            }
            heads = own;
        }
        return heads;
    }

    private int headsOf(String query, int size) {
        long head = graph.users(prefix + query + ".bias").stream()
                .flatMap(sum -> graph.users(sum.output()).stream())
                .filter(user -> user.is("Reshape"))
                .mapToLong(reshape -> last(reshape.input(1)))
                .findFirst()
                .orElseThrow(() -> fault("does not cut \"%s\" into heads".formatted(query)));
        if (head < 1 || size % head != 0) {
            throw fault("has heads of %d values, which do not divide %d".formatted(head, size));
        }
        return (int) (size / head);
    }

    /** The last number of a shape; 0 if it is not constant. */
    private long last(String shape) {
        OnnxTensor constant = graph.constant(shape);
        OnnxNode maker = graph.maker(shape);
        if (constant == null
                && maker != null
                && maker.is("Concat")
                && !maker.inputs().isEmpty()) {
            constant = graph.constant(maker.inputs().getLast());
        }
        long[] numbers = constant == null ? new long[0] : constant.integers();
        return numbers.length == 0 ? 0 : numbers[numbers.length - 1];
    }

    private List<String> leftOut() {
        Set<String> used =
                weights.values().stream().map(weight -> weight.stored().name()).collect(Collectors.toSet());
        return graph.initializers().values().stream()
                .filter(tensor -> tensor.isFloat() && tensor.shape().rank() > 0)
                .map(OnnxTensor::name)
                .filter(name -> !used.contains(name))
                .toList();
    }

    private OnnxTensor tensor(String name) {
        OnnxTensor tensor = graph.constant(prefix + name);
        if (tensor == null) {
            throw fault("stores no \"%s%s\"".formatted(prefix, name));
        }
        return tensor;
    }

    private void expect(Shape actual, int... wanted) {
        if (!actual.equals(Shape.of(wanted))) {
            throw fault("stores a parameter of shape %s where %s is needed".formatted(actual, Shape.of(wanted)));
        }
    }

    private InvalidOnnxException fault(String difference) {
        return new InvalidOnnxException(
                graph.file(), difference + ": only BERT encoders as PyTorch exports them can be imported");
    }
}
