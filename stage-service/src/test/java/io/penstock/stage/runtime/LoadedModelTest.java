package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.checkpoint.PublicFolder;
import io.penstock.engine.checkpoint.StoredWeights;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.model.ReferenceModel;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.stage.Weights;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models that are read from a folder of the public tools compute what PyTorch computes. */
class LoadedModelTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void trainWhenTheModelIsLoadedBeginsWithTheLossOfPyTorch(ReferenceModel reference) {
        String from = PublicFolder.of(folder, reference).getFileName().toString();
        Model model = ModelFolder.read(new DataRoot(folder), new FromCheckpoint(from, null, null, null));

        Setup setup = ReferenceRuns.setup(reference, ReferenceBackend::new)
                .of(model)
                .initial(weights(model))
                .steps(1)
                .on("1f1b", 2, 2);

        assertThat(PipelineRun.of(setup).losses().getFirst())
                .isCloseTo(reference.losses()[0], within(1e-5));
    }

    private Map<String, float[]> weights(Model model) {
        StoredWeights source = new StoredWeights(
                ModelFolder.open(new DataRoot(folder), String.valueOf(model.from())),
                model,
                Weights.initial(1),
                Progress.NONE,
                0);
        Map<String, float[]> loaded = new HashMap<>();
        try (Backend backend = new ReferenceBackend()) {
            for (Parameter parameter : new Weights(backend, model.layers(), 0, source)
                    .of(0, model.layers().size())) {
                Parts.put(backend, parameter, parameter.value(), loaded);
                parameter.close();
            }
        }
        return loaded;
    }
}
