package io.penstock.common.schedule;

import java.util.List;

/** The schedules that a job can name. A new one is one class and one entry here. */
public final class Schedules {

    private static final List<Schedule> ALL = List.of(
            new NaiveSchedule(),
            new GPipeSchedule(),
            new OneForwardOneBackward(),
            new InterleavedOneForwardOneBackward(),
            new LoopedBreadthFirst(),
            new ZeroBubbleH1(),
            new ZeroBubbleH2(),
            new ZeroBubbleV(),
            new InterleavedZeroBubble(),
            new DualPipeV(),
            new Hanayo());

    private Schedules() {}

    /**
     * @throws IllegalArgumentException if no schedule has this name
     */
    public static Schedule named(String name) {
        return ALL.stream()
                .filter(schedule -> schedule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "parallelism.schedule is '%s' but no schedule has that name: use one of %s"
                                .formatted(name, names())));
    }

    public static List<Schedule> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Schedule::name).toList();
    }
}
