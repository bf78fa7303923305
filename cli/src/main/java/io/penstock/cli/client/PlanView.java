package io.penstock.cli.client;

import io.penstock.common.plan.Alternative;
import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Bubble;
import io.penstock.common.simulate.Timeline.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dry run of a job specification.
 *
 * @param stepSeconds estimated time of one step
 * @param timeline compute actions of one step with start and end in seconds, by rank
 * @param alternatives what else was tried, fastest first, refused ones last
 */
public record PlanView(
        String schedule,
        int ranks,
        int chunks,
        int microBatches,
        int bufferDepth,
        List<Stage> stages,
        @Nullable Bubble predictedBubble,
        double stepSeconds,
        List<List<Span>> timeline,
        List<Alternative> alternatives) {

    public PlanView {
        stages = stages == null ? List.of() : List.copyOf(stages);
        timeline = timeline == null ? List.of() : List.copyOf(timeline);
        alternatives = alternatives == null ? List.of() : List.copyOf(alternatives);
    }

    /** A run of layers and the rank that owns it. */
    public record Stage(int stage, int rank, List<String> layers, long parameters, long memoryBytes) {}

    /** The compute table. */
    public ScheduleTable table() {
        List<Integer> owners = stages.stream().map(Stage::rank).toList();
        List<List<Action>> actions = timeline.stream()
                .map(rank -> rank.stream().map(Span::action).toList())
                .toList();
        return new ScheduleTable(StageMap.of(owners), microBatches, actions);
    }
}
