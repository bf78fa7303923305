package io.penstock.common.schedule;

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
}
