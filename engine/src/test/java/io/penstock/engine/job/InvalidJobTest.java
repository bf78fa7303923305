package io.penstock.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.penstock.engine.rule.FieldError;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InvalidJobTest {

    private static final String DATA =
            "{\"type\": \"csv\", \"path\": \"digits.csv.gz\", \"labelColumn\": 64, \"scale\": 0.0625}";

    /** A piece of the good job, its replacement, the pointer, and what the detail must say. */
    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(
                        "\"batchSize\": 64",
                        "\"batchSize\": \"4\"",
                        "/training/batchSize",
                        "found the text \"4\", expected a whole number"),
                arguments(
                        "\"batchSize\": 64",
                        "\"batchSize\": 4.5",
                        "/training/batchSize",
                        "found the number 4.5, expected a whole number"),
                arguments(
                        "\"batchSize\": 64",
                        "\"batchSize\": null",
                        "/training/batchSize",
                        "found null, expected a whole number"),
                arguments("\"batchSize\": 64", "\"batchSize\": true", "/training/batchSize", "found true"),
                arguments("\"batchSize\": 64", "\"batchSize\": [64]", "/training/batchSize", "found a list"),
                arguments("\"batchSize\": 64", "\"batchSize\": 0", "/training/batchSize", "batchSize is 0: use 1 to"),
                arguments(
                        "\"batchSize\": 64", "\"batchsize\": 64", "/training/batchsize", "did you mean \"batchSize\"?"),
                arguments("\"batchSize\": 64", "\"a/b~c\": 64", "/training/a~1b~0c", "known are batchSize, epochs"),
                arguments("\"batchSize\": 64, ", "", "/training/batchSize", "required, but missing"),
                arguments("\"epochs\": 30,", "", "/training/epochs", "neither epochs nor steps"),
                arguments("\"epochs\": 30", "\"epochs\": 30, \"steps\": 5", "/training/steps", "both epochs and steps"),
                arguments("\"epochs\": 30", "\"epochs\": 30, \"epochs\": 31", "/training/epochs", "occurs twice"),
                arguments(
                        "\"cross_entropy\"",
                        "\"crossentropy\"",
                        "/training/loss",
                        "use one of cross_entropy, mean_squared_error"),
                arguments(
                        "\"cross_entropy\"",
                        "\"mean_squared_error\"",
                        "/training/loss",
                        "needs target values, but the data has class labels"),
                arguments("\"cross_entropy\"", "7", "/training/loss", "found the number 7"),
                arguments("\"adam\"", "\"adamm\"", "/training/optimizer/type", "use one of sgd, adam, adamw"),
                arguments("\"type\": \"adam\", ", "", "/training/optimizer/type", "add one of sgd, adam, adamw"),
                arguments("0.001", "-1", "/training/optimizer/learningRate", "greater than 0"),
                arguments("0.001", "1e999", "/training/optimizer/learningRate", "expected a finite number"),
                arguments("\"clipNorm\": 1.0", "\"clipNorm\": 0", "/training/clipNorm", "clipNorm is 0.0"),
                arguments(
                        "\"clipNorm\": 1.0",
                        "\"precision\": \"bf16\"",
                        "/training/precision",
                        "use one of fp32, bf16-activations"),
                arguments(
                        "\"clipNorm\": 1.0",
                        "\"evaluateEvery\": \"step\"",
                        "/training/evaluateEvery",
                        "use one of epoch, end"),
                arguments(
                        "\"clipNorm\": 1.0",
                        "\"learningRateSchedule\": {\"type\": \"cosine\", \"minimum\": 1}",
                        "/training/learningRateSchedule/minimum",
                        "at most"),
                arguments("\"mlp\"", "\"mpl\"", "/model/type", "use one of mlp"),
                arguments("[256, 256, 256]", "[256, 0, -3]", "/model/hiddenSizes/1", "is 0"),
                arguments("[256, 256, 256]", "[256, \"8\"]", "/model/hiddenSizes/1", "found the text \"8\""),
                arguments("[256, 256, 256]", "256", "/model/hiddenSizes", "expected a list"),
                arguments("[256, 256, 256]", "[1000000, 1000000]", "/model/hiddenSizes/1", "weights are more than"),
                arguments(
                        "\"outputSize\": 10",
                        "\"outputSize\": 10, \"activation\": \"swish\"",
                        "/model/activation",
                        "use one of relu, gelu"),
                arguments("\"outputSize\": 10", "\"outputSize\": 10, \"dropout\": 1", "/model/dropout", "less than 1"),
                arguments("\"csv\"", "\"cvs\"", "/data/type", "use one of csv, idx, "),
                arguments("\"labelColumn\": 64", "\"labelColumn\": -1", "/data/labelColumn", "labelColumn is -1"),
                arguments(
                        "\"labelColumn\": 64",
                        "\"labelColumn\": 64, \"targetColumns\": [3]",
                        "/data/targetColumns",
                        "both labelColumn and targetColumns"),
                arguments("\"labelColumn\": 64, ", "", "/data/labelColumn", "neither labelColumn nor targetColumns"),
                arguments("\"scale\": 0.0625", "\"validationFraction\": 1", "/data/validationFraction", "less than 1"),
                arguments("\"scale\": 0.0625", "\"separator\": \"::\"", "/data/separator", "one character"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": \"gpt3\"}",
                        "/data/tokenizer",
                        "unknown tokenizer \"gpt3\": use one of bytes, gpt2"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": {\"fil\": \"x\"}}",
                        "/data/tokenizer/fil",
                        "did you mean \"file\"?"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": {}}",
                        "/data/tokenizer/name",
                        "neither name nor file"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": [], \"sequenceLength\": 8, \"tokenizer\": \"gpt2\"}",
                        "/data/path",
                        "empty list"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": 7, \"sequenceLength\": 8, \"tokenizer\": \"gpt2\"}",
                        "/data/path/0",
                        "found the number 7, expected text"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": \"gpt2\"}",
                        "/model/contextLength",
                        "model.contextLength is 1 but the data has 8 tokens a sample"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 1, \"tokenizer\": \"gpt2\"}",
                        "/model/vocabulary",
                        "model.vocabulary is 64 but the data has 50257 different tokens"),
                arguments(
                        DATA,
                        "{\"type\": \"text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": \"gpt2\", \"samples\": \"words\"}",
                        "/data/samples",
                        "use one of stream, lines"),
                arguments(
                        DATA,
                        "{\"type\": \"tokens\", \"path\": \"a\", \"sequenceLength\": 8, \"dtype\": \"uint8\"}",
                        "/data/dtype",
                        "use one of uint16, uint32"),
                arguments(
                        DATA,
                        "{\"type\": \"masked_text\", \"path\": \"a\", \"sequenceLength\": 8, \"tokenizer\": \"bytes\", \"maskToken\": -1}",
                        "/data/maskToken",
                        "maskToken is -1"),
                arguments(
                        "\"pipeline\": 4",
                        "\"pipeline\": 9",
                        "/parallelism/pipeline",
                        "parallelism.pipeline is 9 but the model has 7 layers: use at most 7"),
                arguments(
                        "\"microBatches\": 8",
                        "\"microBatches\": 65",
                        "/parallelism/microBatches",
                        "training.batchSize is 64: use at most 64"),
                arguments("\"1f1b\"", "\"1f2b\"", "/parallelism/schedule", "use auto or one of naive, gpipe, 1f1b"),
                arguments("\"1f1b\"", "7", "/parallelism/schedule", "found the number 7, expected an object"),
                arguments(
                        "\"1f1b\"",
                        "{\"csv\": \"0F0\", \"dialect\": \"new\"}",
                        "/parallelism/schedule/dialect",
                        "use one of pytorch, old"),
                arguments("\"1f1b\"", "{\"dialect\": \"old\"}", "/parallelism/schedule", "give the schedule's name"),
                arguments(
                        "\"1f1b\"",
                        "{\"name\": \"1f1b\", \"csv\": \"0F0\"}",
                        "/parallelism/schedule",
                        "give the schedule's name, or"),
                arguments(
                        "\"pipeline\": 4",
                        "\"pipeline\": 4, \"chunks\": 2",
                        "/parallelism/chunks",
                        "parallelism.chunks is 2 on 4 ranks but the model has 7 layers: use at most 1"),
                arguments(
                        "\"pipeline\": 4",
                        "\"pipeline\": 4, \"stageRanks\": [0, 1, 2, 3]",
                        "/parallelism/stageRanks",
                        "stageRanks places the stages but schedule is \"1f1b\", which places them itself: use auto"),
                arguments(
                        "\"pipeline\": 4",
                        "\"pipeline\": 2, \"stageRanks\": [0, 2]",
                        "/parallelism/stageRanks",
                        "stageRanks names the ranks [0, 2] but pipeline is 2: use each of 0 to 1 at least once"),
                arguments("\"pipeline\": 4", "\"chunks\": 0", "/parallelism/chunks", "chunks is 0: use 1 to"),
                arguments("\"pipeline\": 4", "\"memoryMiB\": 0", "/parallelism/memoryMiB", "memoryMiB is 0: use 1 to"),
                arguments("\"pipeline\": 4", "\"adaptive\": 1", "/parallelism/adaptive", "expected true or false"),
                arguments("\"pipeline\": 4", "\"layers\": [2, \"3\"]", "/parallelism/layers/1", "found the text"),
                arguments("\"pipeline\": 4", "\"data\": 2", "/parallelism/data", "not available yet: use 1"),
                arguments("\"pipeline\": 4", "\"sequence\": 2", "/parallelism/sequence", "not available yet: use 1"),
                arguments(
                        "\"pipeline\": 4",
                        "\"tensor\": {\"size\": 2}",
                        "/parallelism/tensor/size",
                        "not available yet: use 1"),
                arguments("\"digits-mlp\"", "\"../x\"", "/name", "letters, digits"),
                arguments("\"digits-mlp\"", "\"a\", \"id\": \"\"", "/id", "letters, digits"),
                arguments(
                        "\"digits-mlp\"",
                        "\"a\", \"checkpoint\": {\"everySteps\": 9}",
                        "/checkpoint",
                        "not available yet: remove the field"),
                arguments(
                        "\"digits-mlp\"",
                        "\"a\", \"failurePolicy\": {\"maxRestarts\": 3}",
                        "/failurePolicy",
                        "not available yet: remove the field"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void readWhenOneThingIsWrongNamesItsFieldAndFix(String piece, String replacement, String pointer, String detail) {
        List<FieldError> errors = errors(Jobs.with(piece, replacement));

        assertThat(errors).anySatisfy(error -> {
            assertThat(error.pointer()).isEqualTo(pointer);
            assertThat(error.detail()).contains(detail);
        });
    }

    @Test
    void readWhenManyThingsAreWrongNamesAllAtOnce() {
        String job = Jobs.with("\"batchSize\": 64", "\"batchSize\": \"x\", \"bogus\": 1")
                .replace("\"csv\"", "\"cvs\"")
                .replace("\"microBatches\": 8", "\"microBatches\": 0")
                .replace("\"pipeline\": 4", "\"pipeline\": -1")
                .replace("\"inputSize\": 64", "\"inputSize\": 0");

        assertThat(errors(job))
                .extracting(FieldError::pointer)
                .containsExactlyInAnyOrder(
                        "/training/batchSize",
                        "/training/bogus",
                        "/data/type",
                        "/parallelism/microBatches",
                        "/parallelism/pipeline",
                        "/model/inputSize");
    }

    @Test
    void readWhenSomethingFollowsTheJobRefuses() {
        assertThat(errors(Jobs.digits() + "{}"))
                .singleElement()
                .satisfies(error -> assertThat(error.detail()).contains("something follows the end"));
    }

    @Test
    void readWhenSyntheticSizesDifferFromTheModelNamesBoth() {
        String data = "\"type\": \"synthetic\", \"samples\": 9, \"inputSize\": 8, \"classes\": 3";
        String job = Jobs.with(
                "\"type\": \"csv\", \"path\": \"digits.csv.gz\", \"labelColumn\": 64, \"scale\": 0.0625", data);

        assertThat(errors(job))
                .containsExactly(
                        new FieldError(
                                "/model/inputSize", "model.inputSize is 64 but the data has 8 values a sample: use 8"),
                        new FieldError(
                                "/model/outputSize", "model.outputSize is 10 but the data has 3 classes: use 3"));
    }

    @Test
    void readWhenMicroBatchOfTheWidestLayerIsTooLargeNamesTheLimit() {
        String job = Jobs.with("\"batchSize\": 64", "\"batchSize\": 1048576").replace("[256, 256, 256]", "[512, 512]");

        assertThat(errors(job.replace("\"microBatches\": 8", "\"microBatches\": 1")))
                .containsExactly(
                        new FieldError(
                                "/training/batchSize",
                                "a micro-batch has 1048576 samples and the widest layer 512 values of each, in all more than 268435456: "
                                        + "use at most 524288 samples, by a smaller training.batchSize or more parallelism.microBatches"));
        assertThat(JobReader.read(job.replace("\"microBatches\": 8", "\"microBatches\": 2")))
                .isNotNull();
    }

    private static List<FieldError> errors(String json) {
        InvalidJobException refused = catchThrowableOfType(InvalidJobException.class, () -> JobReader.read(json));
        assertThat(refused).as(json).isNotNull();
        return refused.errors();
    }
}
