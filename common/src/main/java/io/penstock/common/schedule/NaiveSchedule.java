package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One micro-batch at a time, forward through all ranks, then back: what a model cut into stages does by itself. */
final class NaiveSchedule implements Schedule {

    @Override
    public String name() {
        return "naive";
    }

    @Override
    public ScheduleTable table(Shape shape) {
        StageMap stages = StageMap.loop(shape.ranks(), shape.chunks());
        List<List<Action>> lines = IntStream.range(0, shape.ranks())
                .mapToObj(rank -> line(stages.stagesOf(rank).boxed().toList(), shape.microBatches()))
                .toList();
        return new ScheduleTable(stages, shape.microBatches(), lines);
    }

    private static List<Action> line(List<Integer> chunks, int microBatches) {
        List<Action> line = new ArrayList<>();
        for (int i = 0; i < microBatches; i++) {
            int microBatch = i;
            chunks.forEach(stage -> line.add(new Action(stage, ActionKind.FORWARD, microBatch)));
            chunks.reversed().forEach(stage -> line.add(new Action(stage, ActionKind.BACKWARD, microBatch)));
        }
        return line;
    }
}
