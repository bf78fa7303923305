package io.penstock.engine.onnx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The graph of a ModelProto (ONNX IR specification), mapped into memory: operations, and who makes and uses each value. */
final class OnnxGraph {

    private static final int GRAPH = 7;

    private final Path file;
    private final Map<String, OnnxTensor> initializers = new LinkedHashMap<>();
    private final Map<String, OnnxNode> makers = new HashMap<>();
    private final Map<String, List<OnnxNode>> users = new HashMap<>();

    private OnnxGraph(Path file) {
        this.file = file;
    }

    /**
     * Maps a file and reads its graph.
     *
     * @throws InvalidOnnxException if it is corrupt or no ONNX file
     * @throws IOException if it cannot be read
     */
    static OnnxGraph open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MemorySegment content = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            OnnxGraph graph = new OnnxGraph(file);
            Message model = new Message(file, content);
            boolean found = false;
            while (model.next()) {
                if (model.field() == GRAPH) {
                    graph.read(model.message());
                    found = true;
                }
            }
            if (!found) {
                throw new InvalidOnnxException(file, "holds no graph: it is cut short or no ONNX file");
            }
            return graph;
        }
    }

    private void read(Message message) {
        while (message.next()) {
            switch (message.field()) {
                case 1 -> add(OnnxNode.read(message.message()));
                case 5 -> {
                    OnnxTensor tensor = OnnxTensor.read(message.message());
                    initializers.put(tensor.name(), tensor);
                }
                default -> {}
            }
        }
    }

    private void add(OnnxNode node) {
        node.outputs().forEach(name -> makers.put(name, node));
        node.inputs()
                .forEach(name -> users.computeIfAbsent(name, ignored -> new ArrayList<>())
                        .add(node));
    }

    Path file() {
        return file;
    }

    /** Tensors that the file stores, by name. */
    Map<String, OnnxTensor> initializers() {
        return initializers;
    }

    /** True if any operation is of this kind. */
    boolean holds(String operation) {
        return makers.values().stream().anyMatch(node -> node.is(operation));
    }

    /** The operation that makes a value, absent if it is stored or an input of the graph. */
    @Nullable
    OnnxNode maker(String value) {
        return makers.get(value);
    }

    /** The operations that use a value. */
    List<OnnxNode> users(String value) {
        return users.getOrDefault(value, List.of());
    }

    /** A value that does not depend on the graph's inputs: stored, a Constant, or another name of one; else absent. */
    @Nullable
    OnnxTensor constant(String value) {
        String name = value;
        for (int aliases = 0; aliases <= makers.size(); aliases++) {
            OnnxTensor stored = initializers.get(name);
            OnnxNode maker = makers.get(name);
            if (stored != null || maker == null) {
                return stored;
            }
            if (!maker.is("Identity")) {
                OnnxNode.Attribute own = maker.attributes().get("value");
                return maker.is("Constant") && own != null ? own.tensor() : null;
            }
            name = maker.input(0);
        }
        return null;
    }
}
