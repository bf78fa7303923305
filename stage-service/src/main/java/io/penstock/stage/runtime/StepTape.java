package io.penstock.stage.runtime;

import io.penstock.common.control.Stamp;
import io.penstock.common.schedule.Action;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a rank did when, of the steps that are recorded. */
final class StepTape {

    private @Nullable List<Stamp> stamps;

    /** @param size about how many stamps to expect; nothing is kept if the step is not recorded */
    void start(boolean recorded, int size) {
        stamps = recorded ? new ArrayList<>(size) : null;
    }

    boolean isRecording() {
        return stamps != null;
    }

    void add(Action action, long from, long to) {
        if (stamps != null) {
            stamps.add(new Stamp(action, from, to));
        }
    }

    /** Absent if the step was not recorded. */
    @Nullable
    List<Stamp> stamps() {
        return stamps;
    }
}
