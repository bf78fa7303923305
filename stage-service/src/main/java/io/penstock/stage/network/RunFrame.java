package io.penstock.stage.network;

import io.penstock.common.plan.LayerRange;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.wire.ElementType;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.RefusedException;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.LayerCost;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.tensor.DType;
import io.penstock.stage.runtime.Rank;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the network must know about a run to let its frames through and no others.
 *
 * @param attempt the run's fence
 * @param batchSize samples of a full step
 * @param activations how activations and their gradients are sent
 * @param tokens most tokens of a sample, 1 if samples are no sequences
 * @param outputWidths values of one sample in the output of each stage, at most
 * @param ties parameters that stages share
 * @param parameterTensors of the whole model
 * @param deadline the longest single wait
 */
public record RunFrame(
        String job,
        long attempt,
        Rank rank,
        int batchSize,
        ElementType activations,
        int tokens,
        List<Integer> outputWidths,
        List<SharedParameter> ties,
        int parameterTensors,
        Duration deadline) {

    /**
     * Which run it is.
     *
     * @param attempt the run's fence
     * @param deadline the longest single wait
     */
    public record Key(String job, long attempt, Duration deadline) {}

    /**
     * The frames of a run.
     *
     * @param layers of the whole model
     * @param storage type of activations
     * @param tokens most tokens of a sample, 1 if samples are no sequences
     */
    public static RunFrame of(Key key, Rank rank, List<Layer> layers, DType storage, int batchSize, int tokens) {
        List<LayerCost> costs = LayerCost.of(layers, tokens);
        List<Integer> widths = ends(rank).stream()
                .map(end -> Math.toIntExact(costs.get(end - 1).outputBytes() / Float.BYTES))
                .toList();
        int tensors =
                layers.stream().mapToInt(layer -> layer.parameters().size()).sum();
        List<SharedParameter> ties = Tie.of(layers, ends(rank)).stream()
                .map(tie -> SharedParameter.of(tie, layers, (long) batchSize * tokens))
                .toList();
        return new RunFrame(
                key.job(),
                key.attempt(),
                rank,
                batchSize,
                TensorBytes.wireType(storage),
                tokens,
                widths,
                ties,
                tensors,
                key.deadline());
    }

    /** The layer after the last of each stage. */
    public static List<Integer> ends(Rank rank) {
        return rank.plan().partition().stream().map(LayerRange::to).toList();
    }

    void check(PeerHello hello) throws RefusedException {
        if (!hello.job().equals(job) || hello.attempt() != attempt) {
            throw new RefusedException("the run here is attempt %d of job %s, the hello says attempt %d of job %s"
                    .formatted(attempt, job, hello.attempt(), hello.job()));
        }
        int ranks = rank.map().ranks();
        boolean peer = hello.fromRank() >= 0 && hello.fromRank() < ranks && hello.fromRank() != rank.rank();
        if (!peer || hello.toRank() != rank.rank()) {
            throw new RefusedException("this is rank %d of %d, the hello says rank %d to rank %d"
                    .formatted(rank.rank(), ranks, hello.fromRank(), hello.toRank()));
        }
    }

    /** The ranks that this one sends to: neighbours in the pipeline, who shares a parameter, and rank 0 or, from it, all for the reduction. */
    Set<Integer> receivers() {
        StageMap map = rank.map();
        Set<Integer> receivers = new TreeSet<>();
        receivers.add(0);
        for (int stage : rank.stages()) {
            if (stage > 0) {
                receivers.add(map.rankOf(stage - 1));
            }
            if (stage < rank.lastStage()) {
                receivers.add(map.rankOf(stage + 1));
            }
        }
        for (int other = 0; other < map.ranks(); other++) {
            int peer = other;
            if (ties.stream().anyMatch(tie -> tie.joins(peer, rank))) {
                receivers.add(peer);
            }
        }
        for (int other = 0; rank.rank() == 0 && other < map.ranks(); other++) {
            receivers.add(other);
        }
        receivers.remove(rank.rank());
        return receivers;
    }
}
