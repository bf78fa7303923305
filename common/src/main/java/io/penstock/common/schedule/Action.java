package io.penstock.common.schedule;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One cell of a schedule: what is done, by which stage, for which micro-batch.
 *
 * @param stage the stage that computes, sends or receives, from 0
 * @param microBatch the slice of the step's batch, from 0
 */
public record Action(int stage, ActionKind kind, int microBatch) {

    private static final Pattern CELL = Pattern.compile("(\\d{1,9})([A-Z_]+)(\\d{1,9})");

    public Action {
        if (stage < 0 || microBatch < 0) {
            throw new IllegalArgumentException(
                    "stage and micro-batch count from 0, got stage %d and micro-batch %d".formatted(stage, microBatch));
        }
    }

    /**
     * Reads a cell's text, the inverse of {@link #toString()}.
     *
     * @throws IllegalArgumentException if the text is no cell
     */
    @JsonCreator
    public static Action parse(String cell) {
        Matcher matcher = CELL.matcher(cell);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no cell: write stage, action and micro-batch, as in 2F0".formatted(cell));
        }
        return new Action(
                Integer.parseInt(matcher.group(1)),
                ActionKind.ofText(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    /** The receive of a send, and the send of a receive. */
    public Action peer() {
        return switch (kind) {
            case SEND_FORWARD -> new Action(stage + 1, ActionKind.RECEIVE_FORWARD, microBatch);
            case RECEIVE_FORWARD -> new Action(stage - 1, ActionKind.SEND_FORWARD, microBatch);
            case SEND_BACKWARD -> new Action(stage - 1, ActionKind.RECEIVE_BACKWARD, microBatch);
            case RECEIVE_BACKWARD -> new Action(stage + 1, ActionKind.SEND_BACKWARD, microBatch);
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD ->
                throw new IllegalStateException(this + " neither sends nor receives");
        };
    }

    /** The same stage and micro-batch, doing something else. */
    Action as(ActionKind other) {
        return new Action(stage, other, microBatch);
    }

    /** The cell's text, {@code 2F0} or {@code 1SEND_B3}. */
    @Override
    @JsonValue
    public String toString() {
        return stage + kind.text() + microBatch;
    }
}
