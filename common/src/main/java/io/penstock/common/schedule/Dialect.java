package io.penstock.common.schedule;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a schedule's text names the backward actions. */
public enum Dialect {
    /** PyTorch's present one: I is the backward for the input, W for the weights, B both. */
    @JsonProperty("pytorch")
    PYTORCH {
        @Override
        Action read(String cell) {
            return Action.parse(cell);
        }

        @Override
        String write(Action action) {
            return action.toString();
        }
    },
    /** PyTorch's before I existed: B is the backward for the input, W for the weights, BW both. */
    @JsonProperty("old")
    OLD {
        @Override
        Action read(String cell) {
            return Action.parse(
                    cell.matches("\\d+B\\d+") ? cell.replace('B', 'I') : cell.replaceFirst("(?<=\\d)BW(?=\\d)", "B"));
        }

        @Override
        String write(Action action) {
            String kind = switch (action.kind()) {
                case BACKWARD_INPUT -> "B";
                case BACKWARD -> "BW";
                case FORWARD, BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD ->
                    action.kind().text();
            };
            return action.stage() + kind + action.microBatch();
        }
    };

    abstract Action read(String cell);

    abstract String write(Action action);
}
