package io.penstock.common.schedule;

import io.penstock.common.cost.StageSizes;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much is live on a rank while it works through its line: an activation from its F to its I, the kept part of it until
 * its W. It depends on the order alone, not on how long anything takes.
 */
public final class Liveness {

    private static final StageSizes COUNT = new StageSizes(1, 0, 0);

    private final List<StageSizes> sizes;

    private Liveness(List<StageSizes> sizes) {
        this.sizes = sizes;
    }

    /** Most pairs of stage and micro-batch between their F and the end of their I, by rank. */
    public static List<Integer> peaks(ScheduleTable table) {
        return peaks(table, Collections.nCopies(table.stages().stages(), COUNT)).stream()
                .map(Double::intValue)
                .toList();
    }

    /** The most that is live at one moment, by rank, in the unit of the sizes. */
    public static List<Double> peaks(ScheduleTable table, List<StageSizes> sizes) {
        Liveness liveness = new Liveness(sizes);
        return IntStream.range(0, table.stages().ranks())
                .mapToObj(rank -> liveness.peak(table.of(rank)))
                .toList();
    }

    /** The most that one stage holds at one moment. */
    public static double peak(ScheduleTable table, int stage, List<StageSizes> sizes) {
        List<Action> own = table.of(table.stages().rankOf(stage)).stream()
                .filter(action -> action.stage() == stage)
                .toList();
        return new Liveness(sizes).peak(own);
    }

    /** The cell of a rank at which more is live than allowed, or its number of cells if there is none. */
    static int excess(ScheduleTable table, int rank, MemoryLimit limit) {
        double live = 0;
        int index = 0;
        for (Action action : table.of(rank)) {
            live += change(action, limit.sizes().get(action.stage()));
            if (!limit.allows(rank, live)) {
                return index;
            }
            index++;
        }
        return index;
    }

    private double peak(List<Action> line) {
        double live = 0;
        double peak = 0;
        for (Action action : line) {
            live += change(action, sizes.get(action.stage()));
            peak = Math.max(peak, live);
        }
        return peak;
    }

    /**
     * What an action adds to what is live; what it takes it takes at its start, what it frees it frees at its end.
     *
     * @param size of one micro-batch in the action's stage
     */
    public static double change(Action action, StageSizes size) {
        return switch (action.kind()) {
            case FORWARD -> size.activation();
            case BACKWARD_INPUT -> size.kept() - size.activation();
            case BACKWARD_WEIGHT -> -size.kept();
            case BACKWARD -> -size.activation();
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> 0;
        };
    }
}
