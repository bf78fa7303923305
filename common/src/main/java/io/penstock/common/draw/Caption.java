package io.penstock.common.draw;

import io.penstock.common.schedule.ActionKind;

/** Says what the letter of an action means, for the legend of a drawing. */
public final class Caption {

    private Caption() {}

    public static String of(ActionKind kind) {
        return switch (kind) {
            case FORWARD -> "F forward";
            case BACKWARD -> "B backward";
            case BACKWARD_INPUT -> "I backward for the input";
            case BACKWARD_WEIGHT -> "W backward for the weights";
            case SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> kind.text();
        };
    }
}
