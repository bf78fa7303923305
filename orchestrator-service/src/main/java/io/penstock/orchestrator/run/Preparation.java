package io.penstock.orchestrator.run;

import io.penstock.common.control.Prepared;
import io.penstock.common.control.RunLength;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The time from the assignment until every rank is ready; long work that tells how far it is has all the time it needs. */
final class Preparation {

    private final Crew crew;
    private final Deadline deadline;
    private final Map<Integer, Prepared> ready = new TreeMap<>();

    Preparation(Crew crew, Duration limit) {
        this.crew = crew;
        this.deadline = new Deadline(limit);
    }

    void ready(int rank, Prepared prepared) {
        ready.put(rank, prepared);
    }

    /** Some rank works and says so. */
    void goesOn() {
        deadline.renew();
    }

    boolean complete() {
        return ready.size() == crew.ranks();
    }

    Duration left() {
        return deadline.left();
    }

    /** @throws RunFault naming who is late, if the time is over */
    void checkDeadline() {
        if (deadline.isOver()) {
            List<Integer> missing = IntStream.range(0, crew.ranks())
                    .filter(rank -> !ready.containsKey(rank))
                    .boxed()
                    .toList();
            throw new RunFault("%s did not get ready within %s, %d of %d workers did: see the worker's log"
                    .formatted(crew.names(missing), deadline.limitText(), ready.size(), crew.ranks()));
        }
    }

    /** What the ranks that read data agree on. */
    RunLength length() {
        List<RunLength> lengths = ready.values().stream()
                .map(Prepared::length)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (lengths.size() != 1) {
            throw new RunFault(
                    "the ranks that read the data disagree about its size, %s: make the data root the same everywhere"
                            .formatted(lengths));
        }
        return lengths.getFirst();
    }

    long parameters() {
        return ready.values().stream().mapToLong(Prepared::parameters).sum();
    }
}
