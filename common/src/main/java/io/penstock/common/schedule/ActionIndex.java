package io.penstock.common.schedule;

/**
 * Numbers the actions that a table of some shape can have from 0, so that what is known of each can stand in an array. A
 * whole backward has the number of the I in it.
 */
public final class ActionIndex {

    private final int stages;
    private final int microBatches;

    public ActionIndex(ScheduleTable table) {
        this.stages = table.stages().stages();
        this.microBatches = table.microBatches();
        Math.multiplyExact(Math.multiplyExact(ActionKind.CODES, stages), microBatches);
    }

    public int size() {
        return ActionKind.CODES * stages * microBatches;
    }

    public int of(Action action) {
        return of(action.stage(), action.kind(), action.microBatch());
    }

    public int of(int stage, ActionKind kind, int microBatch) {
        return (kind.code() * stages + stage) * microBatches + microBatch;
    }
}
