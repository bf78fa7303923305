package io.penstock.stage.network;

import io.penstock.common.schedule.StageMap;
import io.penstock.common.wire.PeerHello;
import io.penstock.common.wire.RefusedException;
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
 * @param outputWidths values of one sample in the output of each stage
 * @param parameterTensors of the whole model
 * @param deadline the longest single wait
 */
public record RunFrame(
        String job,
        long attempt,
        Rank rank,
        int batchSize,
        List<Integer> outputWidths,
        int parameterTensors,
        Duration deadline) {

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

    /** The ranks that this one sends to: neighbours in the pipeline, and rank 0 or, from it, all for the reduction. */
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
        for (int other = 0; rank.rank() == 0 && other < map.ranks(); other++) {
            receivers.add(other);
        }
        receivers.remove(rank.rank());
        return receivers;
    }
}
