package io.penstock.stage.worker;

import io.penstock.common.control.Assign;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
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

    /** Creates the weights of this rank's stages. */
    Stages stages(Backend backend) {
        Weights weights = new Weights(
                backend,
                layers,
                job.training().optimizer().stateTensors(),
                Weights.initial(job.training().seed()));
        return Stages.of(rank, backend, layers, job.training().memory(), weights);
    }

    boolean readsData() {
        return rank.readsInputs() || rank.readsTargets();
    }
}
