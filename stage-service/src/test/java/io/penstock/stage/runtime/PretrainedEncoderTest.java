package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Initializer;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.stage.Stage;
import io.penstock.engine.stage.Weights;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import io.penstock.engine.token.Tokenizer;
import io.penstock.engine.token.TokenizerChoice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encoder imported from ONNX computes what ONNX Runtime computes with the same file. */
class PretrainedEncoderTest {

    private static final List<String> SENTENCES = List.of(
            "Hello world.",
            "In the beginning God created the heaven and the earth.",
            "A pipeline is only as fast as its slowest stage, so the planner cuts the model by cost and not by count.",
            "café naïve Ångström",
            "1,234.56 € on 2026-11-30",
            "Why?",
            "The quick brown fox jumps over the lazy dog while the gradient of the last micro-batch comes back through four"
                    + " workers, is summed in order, and is clipped by its global norm before any weight changes.",
            "unbelievableness antidisestablishmentarianism",
            "日本語の文",
            "She sells sea shells; he doesn't.");

    @TempDir
    private static Path work;

    private static MiniLm encoder;
    private static Map<String, float[]> weights;
    private static int[][] tokens;
    private static float[][][] expected;

    @BeforeAll
    static void computeWithOnnxRuntime() throws IOException, OrtException {
        encoder = MiniLm.in(work);
        weights = encoder.weights();
        try (Tokenizer tokenizer = new TokenizerChoice(null, "tokenizer.json", true).open(encoder.folder()::resolve)) {
            tokens = SENTENCES.stream().map(tokenizer::encode).toArray(int[][]::new);
        }
        expected = hiddenStates();
    }

    private static float[][][] hiddenStates() throws OrtException {
        int longest = Arrays.stream(tokens).mapToInt(row -> row.length).max().orElseThrow();
        long[][] ids = new long[tokens.length][longest];
        long[][] mask = new long[tokens.length][longest];
        for (int i = 0; i < tokens.length; i++) {
            for (int j = 0; j < tokens[i].length; j++) {
                ids[i][j] = tokens[i][j];
                mask[i][j] = 1;
            }
        }
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(encoder.onnx().toString());
                OnnxTensor numbers = OnnxTensor.createTensor(environment, ids);
                OnnxTensor present = OnnxTensor.createTensor(environment, mask);
                OnnxTensor types = OnnxTensor.createTensor(environment, new long[tokens.length][longest]);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", numbers, "attention_mask", present, "token_type_ids", types))) {
            return (float[][][]) result.get("last_hidden_state").orElseThrow().getValue();
        }
    }

    @Test
    void encodeWhenSentencesArePublishedGivesTheModelsTokens() {
        assertThat(tokens[0]).containsExactly(101, 7592, 2088, 1012, 102);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void forwardWhenCutIntoStagesEqualsOnnxRuntime(int stages) {
        List<Layer> all = MiniLm.model(2).layers();
        List<Layer> layers = all.subList(0, 2 + 2 * MiniLm.BLOCKS);
        assertThat(all.get(layers.size()).name()).isEqualTo("bert.pooler.first");
        TokenBatch batch = new TokenBatch(tokens, null, tokens, true);
        float[] flowing = {};
        int longest = Arrays.stream(tokens).mapToInt(row -> row.length).max().orElseThrow();
        for (int stage = 0; stage < stages; stage++) {
            flowing = forward(
                    batch, layers, layers.size() * stage / stages, layers.size() * (stage + 1) / stages, flowing);
        }
        assertEqualsExpected(flowing, longest);
    }

    /** One stage on a backend of its own, from what the one before left. */
    private static float[] forward(TokenBatch batch, List<Layer> layers, int from, int to, float[] before) {
        try (Backend backend = ReferenceRuns.open("cpu")) {
            Weights source = new Weights(backend, layers, 0, (own, parameter, value) -> {
                Initializer.fill(own, parameter, 0, value);
                Parts.overwrite(own, parameter, weights, value);
            });
            try (Stage stage =
                            new Stage(backend, layers.subList(from, to), from == 0, Memory.PLAIN, source.of(from, to));
                    Flow first = batch.feed(backend).heldOutInputs(0, tokens.length);
                    Flow in = from == 0
                            ? first.with(first.values().retain())
                            : first.with(hidden(backend, first, before));
                    Tensor out = stage.forward(0, new Pass.Slice(0, 0, 0, false), in)) {
                return backend.hostRead(out).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
            }
        }
    }

    private static Tensor hidden(Backend backend, Flow first, float[] values) {
        Tensor tensor = backend.allocate(
                DType.F32,
                Shape.of(
                        first.values().shape().dimension(0),
                        first.values().shape().dimension(1),
                        MiniLm.SIZE));
        backend.hostWrite(tensor).copyFrom(MemorySegment.ofArray(values));
        backend.hostWritten(tensor);
        return tensor;
    }

    private static void assertEqualsExpected(float[] actual, int longest) {
        float worst = 0;
        for (int i = 0; i < tokens.length; i++) {
            for (int j = 0; j < tokens[i].length; j++) {
                for (int k = 0; k < MiniLm.SIZE; k++) {
                    float difference = actual[(i * longest + j) * MiniLm.SIZE + k] - expected[i][j][k];
                    worst = Float.isNaN(difference) ? Float.NaN : Math.max(worst, Math.abs(difference));
                }
            }
        }
        assertThat(worst).isCloseTo(0, within(1e-4f));
    }
}
