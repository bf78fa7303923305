package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.advice.MeasuredLayers;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.schedule.StageMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a job's stages and the ways between them cost, as measured.
 *
 * @param steps how many steps it was measured in
 * @param latencySeconds of a way without the time for its bytes, the one in the middle
 */
public record ProfileView(int steps, double latencySeconds, List<StageProfile> stages) {

    /**
     * One stage; times are of one micro-batch. What leads to another rank is measured on the way to the next stage and back.
     *
     * @param outputBytes of the largest micro-batch
     * @param transferSeconds from the output being ready to its arrival
     * @param bytesPerSecond the one divided by the other
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record StageProfile(
            int stage,
            int rank,
            double forwardSeconds,
            double backwardInputSeconds,
            double backwardWeightSeconds,
            double outputBytes,
            @Nullable Double transferSeconds,
            @Nullable Double bytesPerSecond) {}

    static ProfileView of(MeasuredLayers layers) {
        PipelineCosts costs = layers.costs();
        StageMap map = layers.plan().table().stages();
        return new ProfileView(
                layers.profile().steps(),
                costs.link().latency(),
                IntStream.range(0, map.stages())
                        .mapToObj(stage -> stage(layers, costs, map, stage))
                        .toList());
    }

    private static StageProfile stage(MeasuredLayers layers, PipelineCosts costs, StageMap map, int stage) {
        StageCosts times = costs.times().get(stage);
        double bytes = costs.sizes().get(stage).output();
        Double transfer = layers.profile().transferSeconds().get(stage);
        return new StageProfile(
                stage,
                map.rankOf(stage),
                times.forward(),
                times.backwardInput(),
                times.backwardWeight(),
                bytes,
                transfer,
                transfer == null || transfer == 0 ? null : bytes / transfer);
    }
}
