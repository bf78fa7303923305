package io.penstock.common.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What one cell of a schedule does. The text of a kind is the one of PyTorch's pipelining tables. */
public enum ActionKind {
    FORWARD("F", true),
    BACKWARD_INPUT("I", true),
    BACKWARD_WEIGHT("W", true),
    BACKWARD("B", true),
    SEND_FORWARD("SEND_F", false),
    RECEIVE_FORWARD("RECV_F", false),
    SEND_BACKWARD("SEND_B", false),
    RECEIVE_BACKWARD("RECV_B", false);

    private static final Map<String, ActionKind> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(ActionKind::text, kind -> kind));

    private final String text;
    private final boolean computes;

    ActionKind(String text, boolean computes) {
        this.text = text;
        this.computes = computes;
    }

    public String text() {
        return text;
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
