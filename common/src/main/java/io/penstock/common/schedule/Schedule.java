package io.penstock.common.schedule;

/** A rule that writes the table of one training step. One class a schedule, listed in {@link Schedules}. */
public interface Schedule {

    /** The name used in job specifications, for example {@code 1f1b}. */
    String name();

    /** The chunks of a rank if the user names none. */
    default int defaultChunks() {
        return 1;
    }

    /**
     * The compute table for any p, v and m that makes sense, with the stage map that the schedule is made for.
     *
     * @throws IllegalArgumentException with rule, numbers and fix, if the schedule does not exist for this shape
     */
    ScheduleTable table(Shape shape);
}
