package io.penstock.common.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What one cell of a schedule does. The text of a kind is the one of PyTorch's pipelining tables. */
public enum ActionKind {
    FORWARD("F", 0, true),
    BACKWARD_INPUT("I", 1, true),
    BACKWARD_WEIGHT("W", 2, true),
    BACKWARD("B", 1, true),
    SEND_FORWARD("SEND_F", 3, false),
    RECEIVE_FORWARD("RECV_F", 4, false),
    SEND_BACKWARD("SEND_B", 5, false),
    RECEIVE_BACKWARD("RECV_B", 6, false);

    private static final Map<String, ActionKind> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(ActionKind::text, kind -> kind));

    private final String text;
    /** How many different codes there are. */
    static final int CODES = 7;

    private final int code;
    private final boolean computes;

    ActionKind(String text, int code, boolean computes) {
        this.text = text;
        this.code = code;
        this.computes = computes;
    }

    public String text() {
        return text;
    }

    /** Numbers the kinds from 0; a whole backward has the code of the I in it. */
    int code() {
        return code;
    }

    /** True for the kinds that run layers; the others move tensors between ranks. */
    public boolean computes() {
        return computes;
    }

    static ActionKind ofText(String text) {
        ActionKind kind = BY_TEXT.get(text);
        if (kind == null) {
            throw new IllegalArgumentException("'%s' is no action: use one of %s"
                    .formatted(text, BY_TEXT.keySet().stream().sorted().toList()));
        }
        return kind;
    }

    /** The two halves of a whole backward; every other kind is its own only part. */
    List<ActionKind> parts() {
        return this == BACKWARD ? List.of(BACKWARD_INPUT, BACKWARD_WEIGHT) : List.of(this);
    }
}
