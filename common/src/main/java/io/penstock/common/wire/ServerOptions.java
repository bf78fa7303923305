package io.penstock.common.wire;

import java.time.Duration;

/**
 * Where a server listens and what it puts up with.
 *
 * @param port 0 for a free one
 * @param maxFrameBytes the longest frame that is accepted, without its 16-byte prefix
 * @param handshakeTimeout how long a connection may stay silent before its hello
 */
public record ServerOptions(String host, int port, String secret, long maxFrameBytes, Duration handshakeTimeout) {

    /** @throws IllegalArgumentException if the secret is blank or the frame limit or the timeout is not positive */
    public ServerOptions {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("the shared secret is blank: set one");
        }
        ClientOptions.check(maxFrameBytes, handshakeTimeout);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "ServerOptions[%s:%d, maxFrameBytes=%d, handshakeTimeout=%s]"
                .formatted(host, port, maxFrameBytes, handshakeTimeout);
    }
}
