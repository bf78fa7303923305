package io.penstock.common.schedule;

import java.util.Optional;
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

    /** The receive that a compute action takes its input from, if another rank makes that input. */
    public Optional<Action> inputOf(Action action) {
        return switch (action.kind()) {
            case FORWARD -> Optional.of(action.as(ActionKind.RECEIVE_FORWARD)).filter(this::travels);
            case BACKWARD, BACKWARD_INPUT ->
                Optional.of(action.as(ActionKind.RECEIVE_BACKWARD)).filter(this::travels);
            case BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> Optional.empty();
        };
    }

    /** The send that follows a compute action, if another rank needs its result. */
    public Optional<Action> outputOf(Action action) {
        return switch (action.kind()) {
            case FORWARD -> Optional.of(action.as(ActionKind.SEND_FORWARD)).filter(this::travels);
            case BACKWARD, BACKWARD_INPUT ->
                Optional.of(action.as(ActionKind.SEND_BACKWARD)).filter(this::travels);
            case BACKWARD_WEIGHT, SEND_FORWARD, RECEIVE_FORWARD, SEND_BACKWARD, RECEIVE_BACKWARD -> Optional.empty();
        };
    }

    /** True for a send or receive between two stages that exist and live on different ranks. */
    boolean travels(Action action) {
        return switch (action.kind()) {
            case SEND_FORWARD, RECEIVE_BACKWARD -> linked(action.stage(), action.stage() + 1);
            case RECEIVE_FORWARD, SEND_BACKWARD -> linked(action.stage() - 1, action.stage());
            case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> false;
        };
    }

    private boolean linked(int lower, int upper) {
        return lower >= 0 && upper < stages() && rankOf(lower) != rankOf(upper);
    }
}
