package io.penstock.common.control;

import io.penstock.common.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Gives a worker its rank in a job. The worker loads data, builds its stages, dials its peers and answers {@link Prepared}.
 *
 * @param attempt the fence of this start of the job: frames and messages of an older attempt are refused
 * @param rank the worker's rank
 * @param specification the job specification, as it was accepted
 * @param peers where each rank listens, by rank
 * @param deadlineMillis how long any single wait of the run may last before the worker gives up with {@link Failed}
 * @param recordEvery the timeline of every so many'th step is reported, and those of the first steps; 0 for none at all
 * @param modelFolder where the rank's weights are written at the end, relative to the data root; absent if nowhere
 */
public record Assign(
        String job,
        long attempt,
        int rank,
        JsonNode specification,
        Plan plan,
        List<Peer> peers,
        long deadlineMillis,
        int recordEvery,
        @Nullable String modelFolder)
        implements ControlMessage.Command {

    /** A rank's worker and its tensor server. */
    public record Peer(String worker, String host, int port) {}
}
