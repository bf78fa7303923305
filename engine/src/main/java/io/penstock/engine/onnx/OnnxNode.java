package io.penstock.engine.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A NodeProto: one operation of the graph.
 *
 * @param inputs names of values; an absent one is empty
 */
record OnnxNode(String operation, List<String> inputs, List<String> outputs, Map<String, Attribute> attributes) {

    /** An AttributeProto; only what is there is set. */
    record Attribute(
            @Nullable Float real,
            @Nullable Long integer,
            @Nullable OnnxTensor tensor,
            List<Long> integers) {}

    static OnnxNode read(Message message) {
        String operation = "";
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        Map<String, Attribute> attributes = new HashMap<>();
        while (message.next()) {
            switch (message.field()) {
                case 1 -> inputs.add(message.text());
                case 2 -> outputs.add(message.text());
                case 4 -> operation = message.text();
                case 5 -> readAttribute(message.message(), attributes);
                default -> {}
            }
        }
        return new OnnxNode(operation, inputs, outputs, attributes);
    }

    private static void readAttribute(Message message, Map<String, Attribute> to) {
        String name = "";
        Float real = null;
        Long integer = null;
        OnnxTensor tensor = null;
        LongStream.Builder integers = LongStream.builder();
        while (message.next()) {
            switch (message.field()) {
                case 1 -> name = message.text();
                case 2 -> real = message.real();
                case 3 -> integer = message.number();
                case 5 -> tensor = OnnxTensor.read(message.message());
                case 8 -> message.numbers(integers);
                default -> {}
            }
        }
        to.put(
                name,
                new Attribute(real, integer, tensor, integers.build().boxed().toList()));
    }

    boolean is(String wanted) {
        return operation.equals(wanted);
    }

    /** The index-th input's name, empty if there is none. */
    String input(int index) {
        return index < inputs.size() ? inputs.get(index) : "";
    }

    String output() {
        return outputs.isEmpty() ? "" : outputs.getFirst();
    }
}
