package io.penstock.stage.worker;

import io.penstock.common.control.Assign;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.checkpoint.StoredWeights;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.stage.Weights;
import io.penstock.stage.network.RunFrame;
import io.penstock.stage.runtime.Rank;
import io.penstock.stage.runtime.Stages;
import java.time.Duration;
import java.util.List;

/** What a worker was told to do, read: the job, this worker's rank, and the layers of all stages. */
record Assignment(Assign assign, JobSpec job, Rank rank, List<Layer> layers) {

    static Assignment of(Assign assign) {
        JobSpec job = JobReader.read(assign.specification());
        return new Assignment(
                assign, job, new Rank(assign.plan(), assign.rank()), job.model().layers());
    }

    Duration deadline() {
        return Duration.ofMillis(assign.deadlineMillis());
    }

    /** Samples of the largest micro-batch of a full step. */
    int microBatchSize() {
        return Math.ceilDiv(job.training().batchSize(), rank.plan().table().microBatches());
    }

    RunFrame frame() {
        return RunFrame.of(
                new RunFrame.Key(assign.job(), assign.attempt(), deadline()),
                rank,
                layers,
                job.training().memory().storage(),
                job.training().batchSize(),
                job.tokens());
    }

    List<Tie> ties() {
        return Tie.of(layers, RunFrame.ends(rank));
    }

    /**
     * Creates the weights of this rank's stages, drawn or loaded.
     *
     * @throws io.penstock.engine.data.InvalidDataException if the checkpoint cannot be read
     * @throws io.penstock.engine.checkpoint.InvalidCheckpointException if a tensor in it is missing or does not fit
     */
    Stages stages(Backend backend, DataRoot root, Progress progress) {
        Weights weights =
                new Weights(backend, layers, job.training().optimizer().stateTensors(), source(root, progress));
        return Stages.of(rank, backend, layers, job.training().memory(), weights);
    }

    private Weights.Source source(DataRoot root, Progress progress) {
        Weights.Source drawn = Weights.initial(job.training().seed());
        String from = job.model().from();
        return from == null
                ? drawn
                : new StoredWeights(
                        ModelFolder.open(root, from),
                        job.model(),
                        drawn,
                        progress,
                        StoredWeights.bytes(ownParameters()));
    }

    private List<ParameterSpec> ownParameters() {
        return rank.stages().stream()
                .map(stage -> rank.plan().partition().get(stage))
                .flatMap(range -> layers.subList(range.from(), range.to()).stream())
                .flatMap(layer -> layer.parameters().stream())
                .toList();
    }

    boolean readsData() {
        return rank.readsInputs() || rank.readsTargets();
    }
}
