package io.penstock.engine.onnx;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the graph of a BERT encoder of one block, in the forms that exporters use: a product with an unnamed [in, out]
 * matrix, with a transposed named one, and Gemm; norms as one operation and in parts; floats raw and listed.
 */
final class TinyOnnx {

    static final int VOCABULARY = 5;
    static final int SIZE = 4;
    static final int INNER = 6;
    static final int HEAD = 2;
    private static final String BLOCK = "encoder.layer.0.";

    private final Proto graph = new Proto();
    private final Map<String, float[]> stored = new LinkedHashMap<>();
    private final Map<String, Integer> types = new HashMap<>();
    private String activation = "Erf";
    private int values;

    /** The values of each tensor as the file stores them. */
    Map<String, float[]> stored() {
        return stored;
    }

    /** Another operation in place of the error function. */
    TinyOnnx activation(String operation) {
        activation = operation;
        return this;
    }

    /** Another ONNX element type for a tensor. */
    TinyOnnx type(String tensor, int type) {
        types.put(tensor, type);
        return this;
    }

    TinyOnnx operation(String operation) {
        node(operation, "extra", "input_ids");
        return this;
    }

    byte[] write() {
        tensor("embeddings.word_embeddings.weight", VOCABULARY, SIZE);
        tensor("embeddings.position_embeddings.weight", 3, SIZE);
        tensor("embeddings.token_type_embeddings.weight", 2, SIZE);
        norm("embeddings.LayerNorm");
        for (String part : List.of("query", "key", "value")) {
            product(BLOCK + "attention.self." + part, SIZE, SIZE);
        }
        cut(BLOCK + "attention.self.query");
        turned(BLOCK + "attention.output.dense", SIZE, SIZE);
        normInParts(BLOCK + "attention.output.LayerNorm");
        product(BLOCK + "intermediate.dense", SIZE, INNER);
        node("Div", "scaled", BLOCK + "intermediate.dense", "root two");
        node(activation, "activated", "scaled");
        gemm(BLOCK + "output.dense", INNER, SIZE);
        norm(BLOCK + "output.LayerNorm");
        tensor("classifier.weight", 3);
        return new Proto().number(1, 6).message(7, graph).toBytes();
    }

    private void product(String name, int in, int out) {
        tensor("onnx::MatMul_" + name, in, out);
        tensor(name + ".bias", out);
        node("MatMul", name + " product", "x", "onnx::MatMul_" + name);
        node("Add", name, name + ".bias", name + " product");
    }

    private void turned(String name, int in, int out) {
        tensor(name + ".weight", out, in);
        tensor(name + ".bias", out);
        node("Transpose", name + " turned", name + ".weight");
        node("MatMul", name + " product", "x", name + " turned");
        node("Add", name, name + " product", name + ".bias");
    }

    private void gemm(String name, int in, int out) {
        tensor(name + ".weight", out, in);
        tensor(name + ".bias", out);
        graph.message(
                1,
                node("Gemm", List.of("x", name + ".weight", name + ".bias"), name)
                        .message(5, new Proto().text(1, "transB").number(3, 1)));
    }

    private void cut(String query) {
        Proto shape = new Proto().packed(1, 4).number(2, 7).packed(7, 0, 0, SIZE / HEAD, HEAD);
        graph.message(
                1,
                node("Constant", List.of(), "cut")
                        .message(5, new Proto().text(1, "value").message(5, shape)));
        node("Reshape", "heads", query, "cut");
    }

    private void norm(String name) {
        tensor(name + ".weight", SIZE);
        tensor(name + ".bias", SIZE);
        graph.message(
                1,
                node("LayerNormalization", List.of("x", name + ".weight", name + ".bias"), name)
                        .message(5, new Proto().text(1, "epsilon").real(2, 1e-6f)));
    }

    private void normInParts(String name) {
        tensor(name + ".weight", SIZE);
        tensor(name + ".bias", SIZE);
        graph.message(5, new Proto().number(2, 1).text(8, "epsilon").bytes(9, Proto.littleEndian(1e-6f)));
        node("Add", "variance", "mean of squares", "epsilon");
        node("Sqrt", "deviation", "variance");
        node("Div", "normal", "centred", "deviation");
        node("Mul", "scaled normal", "normal", name + ".weight");
        node("Add", name, "scaled normal", name + ".bias");
    }

    private void tensor(String name, int... dimensions) {
        int size = 1;
        Proto tensor = new Proto();
        for (int dimension : dimensions) {
            size *= dimension;
            tensor.number(1, dimension);
        }
        float[] own = new float[size];
        for (int i = 0; i < size; i++) {
            own[i] = 0.5f * values++;
        }
        stored.put(name, own);
        boolean listed = name.endsWith(".bias");
        graph.message(
                5,
                tensor.number(2, types.getOrDefault(name, 1))
                        .text(8, name)
                        .bytes(listed ? 4 : 9, Proto.littleEndian(own)));
    }

    private void node(String operation, String output, String... inputs) {
        graph.message(1, node(operation, List.of(inputs), output));
    }

    private static Proto node(String operation, List<String> inputs, String output) {
        Proto node = new Proto();
        inputs.forEach(input -> node.text(1, input));
        return node.text(2, output).text(4, operation);
    }
}
