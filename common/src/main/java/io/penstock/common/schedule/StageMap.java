package io.penstock.common.schedule;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Which rank owns which stage. Ranks count from 0 without a gap and each owns at least one stage, not necessarily as many
 * as the others. As JSON it is the list of ranks by stage.
 */
public final class StageMap {

    private final int[] owners;
    private final int[][] stages;

    private StageMap(int[] owners) {
        this.owners = owners;
        int ranks = Arrays.stream(owners).max().orElse(-1) + 1;
        this.stages = new int[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            int own = rank;
            stages[rank] = IntStream.range(0, owners.length)
                    .filter(stage -> owners[stage] == own)
                    .toArray();
            if (stages[rank].length == 0) {
                throw new IllegalArgumentException(
                        "rank %d of %d owns no stage: give it one, or use fewer ranks".formatted(rank, ranks));
            }
        }
    }

    /**
     * The map with these owners.
     *
     * @param rankOfStage the rank of each stage, in stage order
     */
    @JsonCreator
    public static StageMap of(List<Integer> rankOfStage) {
        int[] owners = rankOfStage.stream().mapToInt(Integer::intValue).toArray();
        if (owners.length == 0 || Arrays.stream(owners).anyMatch(rank -> rank < 0 || rank >= owners.length)) {
            throw new IllegalArgumentException(
                    "a stage map lists a rank from 0 for at least one stage, got " + rankOfStage);
        }
        return new StageMap(owners);
    }

    /** Stage s belongs to rank s mod p. */
    public static StageMap loop(int ranks, int chunks) {
        return by(ranks, chunks, stage -> stage % ranks);
    }

    /** There and back again: ranks 0 to p−1, then p−1 to 0, and so on; with two chunks it is a V. */
    public static StageMap wave(int ranks, int chunks) {
        return by(ranks, chunks, stage -> stage / ranks % 2 == 0 ? stage % ranks : ranks - 1 - stage % ranks);
    }

    private static StageMap by(int ranks, int chunks, IntUnaryOperator owner) {
        Shape.requirePositive("pipeline", ranks);
        Shape.requirePositive("chunks", chunks);
        return new StageMap(
                IntStream.range(0, Math.multiplyExact(ranks, chunks)).map(owner).toArray());
    }

    public int ranks() {
        return stages.length;
    }

    /** v: the stages of the rank that has most of them. */
    public int chunks() {
        return Arrays.stream(stages).mapToInt(own -> own.length).max().orElseThrow();
    }

    public int stages() {
        return owners.length;
    }

    public int rankOf(int stage) {
        if (stage < 0 || stage >= owners.length) {
            throw new IllegalArgumentException("stage %d is not in 0..%d".formatted(stage, owners.length - 1));
        }
        return owners[stage];
    }

    /** The stages of one rank, in rising order. */
    public IntStream stagesOf(int rank) {
        return Arrays.stream(stages[rank]);
    }

    /** The stage of a rank that a micro-batch reaches as its chunk'th there, from 0. */
    int stage(int rank, int chunk) {
        return stages[rank][chunk];
    }

    /** The rank of each stage, in stage order. */
    @JsonValue
    public List<Integer> owners() {
        return Arrays.stream(owners).boxed().toList();
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
        return lower >= 0 && upper < owners.length && owners[lower] != owners[upper];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StageMap map && Arrays.equals(owners, map.owners);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(owners);
    }

    @Override
    public String toString() {
        return "stages on ranks " + Arrays.toString(owners);
    }
}
