package io.penstock.stage.worker;

import io.penstock.common.control.Assign;
import io.penstock.common.plan.LayerRange;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.stage.Stage;
import io.penstock.stage.network.RunFrame;
import io.penstock.stage.runtime.Rank;
import io.penstock.stage.runtime.Stages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        List<Integer> widths = new ArrayList<>();
        for (LayerRange range : assign.plan().partition()) {
            long bytes = layers.get(range.to() - 1).cost().outputBytes();
            widths.add(Math.toIntExact(bytes / Float.BYTES));
        }
        int tensors =
                layers.stream().mapToInt(layer -> layer.parameters().size()).sum();
        int batchSize = job.training().batchSize();
        return new RunFrame(assign.job(), assign.attempt(), rank, batchSize, widths, tensors, deadline());
    }

    /** Creates the weights of this rank's stages. */
    Stages stages(Backend backend) {
        Map<Integer, Stage> stages = new TreeMap<>();
        for (int index : rank.stages()) {
            LayerRange range = assign.plan().partition().get(index);
            List<Layer> own = layers.subList(range.from(), range.to());
            stages.put(
                    index,
                    new Stage(
                            backend,
                            own,
                            index == 0,
                            job.training().optimizer(),
                            job.training().seed()));
        }
        return new Stages(stages);
    }

    boolean readsData() {
        return rank.readsInputs() || rank.readsTargets();
    }
}
