package io.penstock.cli.cluster;

/** A local orchestrator did not start or died; the message carries the end of its log. */
public final class ClusterException extends RuntimeException {

    ClusterException(String message) {
        super(message);
    }
}
