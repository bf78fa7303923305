package io.penstock.common.plan;

import io.penstock.common.cost.Link;
import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.cost.StageSizes;
import io.penstock.common.schedule.StageMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Stages with known costs.
 *
 * @param times one entry: of a whole rank, of which a chunk takes its share; or one a stage
 * @param sizes of one micro-batch on a whole rank
 * @param memory what each rank has for activations, in the unit of the sizes; infinite for no limit
 */
public record StageWorkload(List<StageCosts> times, StageSizes sizes, Link link, double memory) implements Workload {

    public StageWorkload {
        times = List.copyOf(times);
    }

    @Override
    public Cut cut(StageMap map, int microBatches, List<Integer> live) {
        return new Cut(List.of(), costs(map), Collections.nCopies(map.ranks(), memory));
    }

    /**
     * @throws IllegalArgumentException if there is neither one entry nor one a stage
     */
    public PipelineCosts costs(StageMap map) {
        if (times.size() != 1 && times.size() != map.stages()) {
            throw new IllegalArgumentException(
                    "%d times were given for %d stages: give one, of a whole rank, or one a stage"
                            .formatted(times.size(), map.stages()));
        }
        List<StageCosts> perStage = new ArrayList<>();
        List<StageSizes> sizesPerStage = new ArrayList<>();
        for (int stage = 0; stage < map.stages(); stage++) {
            double share = 1.0 / map.stagesOf(map.rankOf(stage)).count();
            perStage.add(times.size() == 1 ? times.getFirst().times(share) : times.get(stage));
            sizesPerStage.add(sizes.times(share));
        }
        return new PipelineCosts(perStage, sizesPerStage, link);
    }
}
