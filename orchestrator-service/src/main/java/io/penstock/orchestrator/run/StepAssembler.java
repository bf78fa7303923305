package io.penstock.orchestrator.run;

import io.penstock.common.control.StepReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts the reports of one step together, whatever order the ranks report in. Steps come out complete and in order. */
final class StepAssembler {

    private final long[] reported;
    private final SortedMap<Long, List<StepReport>> open = new TreeMap<>();
    private long done;

    StepAssembler(int ranks) {
        this.reported = new long[ranks];
    }

    /** @throws RunFault if a rank reports a step twice, or leaves one out */
    void add(int rank, StepReport report) {
        if (report.step() != reported[rank]) {
            throw new RunFault("rank %d reported step %d after %d steps: the versions of orchestrator and worker differ"
                    .formatted(rank, report.step() + 1, reported[rank]));
        }
        reported[rank]++;
        open.computeIfAbsent(report.step(), step -> new ArrayList<>()).add(report);
    }

    /** The next step that all ranks have reported, by rank. */
    Optional<List<StepReport>> next() {
        List<StepReport> reports = open.get(done);
        if (reports == null || reports.size() < reported.length) {
            return Optional.empty();
        }
        open.remove(done++);
        return Optional.of(reports.stream()
                .sorted(Comparator.comparingInt(StepReport::rank))
                .toList());
    }

    /** Steps that all ranks have reported. */
    long done() {
        return done;
    }

    /** Steps that one rank has reported. */
    long reported(int rank) {
        return reported[rank];
    }
}
