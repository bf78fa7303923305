package io.penstock.stage.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is on its way between two actions of one rank, by stage and micro-batch. Owns what it holds. */
final class Slots<T> implements AutoCloseable {

    private final String content;
    private final Consumer<T> release;
    private final List<@Nullable T> held;
    private final int microBatches;

    /**
     * Empty slots.
     *
     * @param content what it holds, in words for errors
     * @param release frees one of them
     */
    Slots(String content, Consumer<T> release, int stages, int microBatches) {
        this.content = content;
        this.release = release;
        this.held = new ArrayList<>(Collections.nCopies(stages * microBatches, null));
        this.microBatches = microBatches;
    }

    void put(int stage, int microBatch, T value) {
        if (held.set(stage * microBatches + microBatch, value) != null) {
            throw new IllegalStateException(
                    "%s of stage %d, micro-batch %d exists already".formatted(content, stage, microBatch));
        }
    }

    /** Hands it to the caller, who owns it then. */
    T take(int stage, int microBatch) {
        T value = held.set(stage * microBatches + microBatch, null);
        if (value == null) {
            throw new IllegalStateException(
                    "%s of stage %d, micro-batch %d is not there yet".formatted(content, stage, microBatch));
        }
        return value;
    }

    @Override
    public void close() {
        for (int i = 0; i < held.size(); i++) {
            T value = held.set(i, null);
            if (value != null) {
                release.accept(value);
            }
        }
    }
}
