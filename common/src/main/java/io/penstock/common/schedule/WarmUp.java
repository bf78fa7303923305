package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Writes the tables in which each rank runs some forwards ahead (warm-up), then one backward and one forward in turn, then
 * the remaining backwards (cool-down). Most schedules are this with another order of chunks, depth of warm-up and delay of
 * the weight gradients.
 *
 * @param rounds how many micro-batches pass all chunks of a rank together
 * @param held by rank, the forwards before the first backward
 */
record WarmUp(StageMap stages, int microBatches, List<Integer> rounds, IntUnaryOperator held) {

    /** Each backward at once for input and weights. */
    ScheduleTable fused() {
        return table(this::fused);
    }

    /**
     * The weight gradients apart.
     *
     * @param delay by rank, how many I are done when the W of the first one follows
     */
    ScheduleTable split(IntUnaryOperator delay) {
        return table(rank -> split(rank, delay.applyAsInt(rank)));
    }

    private ScheduleTable table(IntFunction<List<Action>> line) {
        return new ScheduleTable(
                stages,
                microBatches,
                IntStream.range(0, stages.ranks()).mapToObj(line).toList());
    }

    private List<Action> fused(int rank) {
        List<Action> line = new ArrayList<>();
        interleave(rank, line, (backwards, i) -> line.add(backwards.get(i).as(ActionKind.BACKWARD)));
        return line;
    }

    private List<Action> split(int rank, int delay) {
        List<Action> line = new ArrayList<>();
        List<Action> backwards = interleave(rank, line, (inputs, i) -> {
            line.add(inputs.get(i));
            if (i >= delay) {
                line.add(inputs.get(i - delay).as(ActionKind.BACKWARD_WEIGHT));
            }
        });
        backwards
                .subList(Math.max(0, backwards.size() - delay), backwards.size())
                .forEach(input -> line.add(input.as(ActionKind.BACKWARD_WEIGHT)));
        return line;
    }

    private interface Backward {
        void add(List<Action> backwards, int i);
    }

    private List<Action> interleave(int rank, List<Action> line, Backward backward) {
        List<Action> forwards = Rounds.forwards(stages, rank, rounds);
        List<Action> backwards = Rounds.backwards(stages, rank, rounds);
        int ahead = Math.min(held.applyAsInt(rank), forwards.size());
        for (int i = 0; i < forwards.size() + ahead; i++) {
            if (i >= ahead) {
                backward.add(backwards, i - ahead);
            }
            if (i < forwards.size()) {
                line.add(forwards.get(i));
            }
        }
        return backwards;
    }
}
