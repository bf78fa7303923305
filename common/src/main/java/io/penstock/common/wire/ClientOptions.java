package io.penstock.common.wire;

import java.time.Duration;

/**
 * Whom to dial and what to put up with.
 *
 * @param maxFrameBytes the longest frame that is sent or accepted, without its 16-byte prefix
 * @param timeout how long connecting and the handshake may last together, after the name look-up
 */
public record ClientOptions(String host, int port, long maxFrameBytes, Duration timeout) {

    /** @throws IllegalArgumentException if the frame limit or the timeout is not positive */
    public ClientOptions {
        check(maxFrameBytes, timeout);
    }

    static void check(long maxFrameBytes, Duration timeout) {
        if (maxFrameBytes <= 0) {
            throw new IllegalArgumentException("maxFrameBytes is %d, must be positive".formatted(maxFrameBytes));
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout is %s, must be positive".formatted(timeout));
        }
    }
}
