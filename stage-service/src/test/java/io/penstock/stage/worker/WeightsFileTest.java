package io.penstock.stage.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.cost.StageCosts;
import io.penstock.common.plan.LayerWorkload;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.PlanRequest;
import io.penstock.common.plan.Planner;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.checkpoint.ModelAssembly;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.checkpoint.StoredWeights;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.stage.Memory;
import io.penstock.engine.stage.Weights;
import io.penstock.stage.runtime.Rank;
import io.penstock.stage.runtime.Stages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WeightsFileTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void writeWhenTheModelIsOnFourRanksGivesTheFilesOfOne(ReferenceModel reference) throws IOException {
        Path one = export("one", reference.model(), Weights.initial(3), 1);
        Path four = export("four", reference.model(), Weights.initial(3), 4);

        assertSameFiles(four, one);
    }

    @ParameterizedTest
    @EnumSource
    void writeWhenTheModelWasLoadedGivesTheFilesAgain(ReferenceModel reference) throws IOException {
        Path first = export("first", reference.model(), Weights.initial(4), 2);
        DataRoot root = new DataRoot(folder);
        Model model = ModelFolder.read(root, new FromCheckpoint("first", null, null, null));

        StoredWeights source =
                new StoredWeights(ModelFolder.open(root, "first"), model, Weights.initial(5), Progress.NONE, 0);

        assertSameFiles(export("again", model, source, 3), first);
    }

    private static void assertSameFiles(Path actual, Path expected) {
        for (String file : List.of("config.json", "model.safetensors")) {
            assertThat(actual.resolve(file)).hasSameBinaryContentAs(expected.resolve(file));
        }
    }

    private Path export(String name, Model model, Weights.Source source, int ranks) throws IOException {
        List<Layer> layers = model.layers();
        Plan plan = Planner.plan(
                        PlanRequest.of("1f1b", ranks, 1, 4),
                        new LayerWorkload(
                                layers.stream()
                                        .map(layer -> new StageCosts(1, 1, 1))
                                        .toList(),
                                0))
                .plan();
        Path out = Files.createDirectories(folder.resolve(name));
        for (int rank = 0; rank < ranks; rank++) {
            try (Backend backend = new ReferenceBackend();
                    Stages stages = Stages.of(
                            new Rank(plan, rank),
                            backend,
                            layers,
                            Memory.PLAIN,
                            new Weights(backend, layers, 0, source))) {
                WeightsFile.write(out.resolve("shards"), rank, backend, stages, Progress.NONE);
            }
        }
        ModelAssembly.assemble(out, model, out.resolve("shards"), ranks, Progress.NONE);
        return out;
    }
}
