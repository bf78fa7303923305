package io.penstock.stage.runtime;

import io.penstock.engine.stage.Stage;
import java.util.Collection;

/** The most that was stashed at one moment of a step. */
final class StashPeak {

    private int microBatches;
    private long bytes;

    void start() {
        microBatches = 0;
        bytes = 0;
    }

    void note(Collection<Stage> stages) {
        int count = 0;
        long size = 0;
        for (Stage stage : stages) {
            count += stage.inFlight();
            size += stage.stashedBytes();
        }
        microBatches = Math.max(microBatches, count);
        bytes = Math.max(bytes, size);
    }

    int microBatches() {
        return microBatches;
    }

    long bytes() {
        return bytes;
    }
}
