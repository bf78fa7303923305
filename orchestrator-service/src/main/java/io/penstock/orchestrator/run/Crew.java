package io.penstock.orchestrator.run;

import io.penstock.common.control.Assign;
import io.penstock.common.control.ControlMessage;
import io.penstock.common.plan.Plan;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The workers of one run, by rank.
 *
 * @param attempt the fence of this run
 */
record Crew(String job, long attempt, List<Worker> workers) {

    /** One step in so many is recorded action by action. */
    private static final int RECORD_EVERY = 16;

    int ranks() {
        return workers.size();
    }

    Worker of(int rank) {
        return workers.get(rank);
    }

    void assign(JsonNode specification, Plan plan, Duration deadline, @Nullable String models) {
        List<Assign.Peer> peers = workers.stream()
                .map(Worker::hello)
                .map(hello -> new Assign.Peer(hello.worker(), hello.host(), hello.tensorPort()))
                .toList();
        for (int rank = 0; rank < ranks(); rank++) {
            of(rank).send(new Assign(
                    job, attempt, rank, specification, plan, peers, deadline.toMillis(), recordEvery(plan), models));
        }
    }

    private static int recordEvery(Plan plan) {
        return RecordedSteps.accept(plan.table()) ? RECORD_EVERY : 0;
    }

    void tell(ControlMessage.Command command) {
        workers.forEach(worker -> worker.send(command));
    }

    /** For messages: {@code worker local-2 (rank 1)}. */
    String name(int rank) {
        return "worker %s (rank %d)".formatted(of(rank).name(), rank);
    }

    String names(List<Integer> ranks) {
        return ranks.stream().map(this::name).collect(Collectors.joining(", "));
    }
}
