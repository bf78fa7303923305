package io.penstock.common.schedule;

/**
 * One cell of a schedule: what is done, by which stage, for which micro-batch.
 *
 * @param stage the stage that computes, sends or receives, from 0
 * @param microBatch the slice of the step's batch, from 0
 */
public record Action(int stage, ActionKind kind, int microBatch) {

    public Action {
        if (stage < 0 || microBatch < 0) {
            throw new IllegalArgumentException(
                    "stage and micro-batch count from 0, got stage %d and micro-batch %d".formatted(stage, microBatch));
        }
    }

    /** The cell's text, {@code 2F0} or {@code 1SEND_B3}. */
    @Override
    public String toString() {
        return stage + kind.text() + microBatch;
    }
}
