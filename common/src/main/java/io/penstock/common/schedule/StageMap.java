package io.penstock.common.schedule;

import java.util.stream.IntStream;

/**
 * Which rank owns which stage: p ranks, v chunks each, so p·v stages; stage s belongs to rank s mod p.
 *
 * @param ranks p, at least 1
 * @param chunks v, the stages of one rank, at least 1
 */
public record StageMap(int ranks, int chunks) {

    public StageMap {
        if (ranks < 1 || chunks < 1) {
            throw new IllegalArgumentException(
                    "a pipeline needs at least 1 rank and 1 chunk, got %d and %d".formatted(ranks, chunks));
        }
    }

    public int stages() {
        return ranks * chunks;
    }

    public int rankOf(int stage) {
        if (stage < 0 || stage >= stages()) {
            throw new IllegalArgumentException("stage %d is not in 0..%d".formatted(stage, stages() - 1));
        }
        return stage % ranks;
    }

    /** The stages of one rank, in rising order. */
    public IntStream stagesOf(int rank) {
        return IntStream.range(0, chunks).map(chunk -> chunk * ranks + rank);
    }
}
