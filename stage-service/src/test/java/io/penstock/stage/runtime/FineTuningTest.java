package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.data.BatchPlan;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.LabelledTextSource;
import io.penstock.engine.model.Bert;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.optimizer.AdamW;
import io.penstock.engine.optimizer.Sgd;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.token.TokenizerChoice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An imported encoder learns a task of its own: which of two books a verse of the King James Bible is from, 200 of the Psalms
 * and 200 of the Acts, one after the other.
 */
@Tag("extended")
class FineTuningTest {

    private static final String VERSES = "psalms-acts.tsv";
    private static final int BATCH = 10;
    private static final int HELD_OUT = 200;
    private static final long SEED = 7;

    @TempDir
    private Path work;

    @Test
    void trainWhenEncoderIsPretrainedLearnsInOneEpoch() throws IOException {
        MiniLm encoder = MiniLm.in(work);
        DataRoot root = new DataRoot(work);
        DataSet verses = verses(root);
        Model model = ModelFolder.read(root, new FromCheckpoint("minilm", null, 2, null));
        assertThat(model)
                .isEqualTo(new Bert(30_522, 512, 2, MiniLm.BLOCKS, MiniLm.SIZE, 12, 1536, 2, 0, 1e-12, "minilm"));
        assertThat(verses.trainingSamples()).isEqualTo(HELD_OUT);
        assertThat(verses.validationSamples()).isEqualTo(HELD_OUT);
        Setup setup = new Setup(
                        model,
                        new AdamW(2e-4, 0.9, 0.999, 1e-8, 0.01),
                        () -> ReferenceRuns.open("cpu"),
                        backend -> new DataFeed(backend, verses, new BatchPlan(HELD_OUT, BATCH, SEED)))
                .tokens(64, true)
                .batch(BATCH, HELD_OUT)
                .steps(HELD_OUT / BATCH)
                .initial(encoder.weights())
                .on("1f1b", 2, 2);

        PipelineRun.Result result = PipelineRun.of(setup);

        List<Double> losses = result.losses();
        assertThat(mean(losses.subList(0, 3))).isBetween(0.6, 0.8);
        assertThat(mean(losses.subList(losses.size() - 5, losses.size()))).isLessThan(0.45);
        assertThat(accuracy(setup, result)).isGreaterThan(0.85);
    }

    private DataSet verses(DataRoot root) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/" + VERSES))) {
            Files.copy(in, work.resolve(VERSES));
        }
        return new LabelledTextSource(
                        VERSES, 1, 0, null, new TokenizerChoice(null, "minilm/tokenizer.json", true), 64, false, 0, 0.5)
                .load(root, SEED, Progress.NONE);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Of the trained weights, which one more step hardly moves. */
    private static double accuracy(Setup trained, PipelineRun.Result result) {
        Setup still = new Setup(trained.model, new Sgd(1e-12, 0, 0), trained.backend, trained.feed)
                .tokens(64, true)
                .batch(BATCH, HELD_OUT)
                .initial(result.weights())
                .on("1f1b", 2, 2)
                .evaluate(20);
        return Objects.requireNonNull(
                PipelineRun.of(still).evaluations().get(1L).accuracy());
    }
}
