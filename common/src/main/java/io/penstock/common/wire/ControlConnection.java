package io.penstock.common.wire;

import io.penstock.common.control.ControlMessage;

/** A worker's control connection as the orchestrator holds it; all methods return at once and may be called from any thread. */
public interface ControlConnection {

    /** The worker's address, for messages. */
    String remote();

    /** Sends a command; dropped if the connection is closed. A worker that leaves megabytes unread is disconnected. */
    void send(ControlMessage.Command command);

    /** Closes the connection; {@code disconnected} follows with this reason. */
    void close(String reason);
}
