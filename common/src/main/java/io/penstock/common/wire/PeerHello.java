package io.penstock.common.wire;

/**
 * The first frame on a data connection: who sends to whom, in which attempt of which job.
 *
 * @param secret the shared secret; a wrong one closes the connection
 */
public record PeerHello(String secret, String job, long attempt, int fromRank, int toRank) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "PeerHello[job=%s, attempt=%d, ranks=%d->%d]".formatted(job, attempt, fromRank, toRank);
    }
}
