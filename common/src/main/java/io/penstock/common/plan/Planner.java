package io.penstock.common.plan;

import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.ScheduleValidator;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.Walk;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides before a run what every worker does in it: which layers, in which order, with how many frames in flight. */
public final class Planner {

    /** Stages times micro-batches; a plan of this size takes seconds and some hundred MiB. */
    private static final long LARGEST = 300_000;

    /** The same for a search, which tries some dozens of tables. */
    private static final long LARGEST_SEARCH = 30_000;

    private Planner() {}

    /**
     * @throws IllegalArgumentException with rule, numbers and fix, if no such plan exists
     */
    public static Planned plan(PlanRequest request, Workload workload) {
        request.microBatches().forEach(microBatches -> requireSize(request, microBatches));
        ScheduleSearch search = new ScheduleSearch(request, workload);
        Trial found = found(request, search, workload);
        List<Alternative> alternatives = search.alternatives().stream()
                .sorted(Comparator.comparing(Alternative::stepSeconds, Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
        return new Planned(plan(found, request.bufferDepth()), found.cut().costs(), found.timeline(), alternatives);
    }

    private static Trial found(PlanRequest request, ScheduleSearch search, Workload workload) {
        ScheduleTable table = request.table();
        if (table != null) {
            return Trial.of(request.schedule(), table, workload, request.bufferDepth());
        }
        if (request.schedule().equals(PlanRequest.AUTO)) {
            return required(search.any(), search);
        }
        Schedule schedule = Schedules.named(request.schedule());
        if (request.microBatches().size() == 1) {
            // alone, so that its own refusal with grid and cell is the answer
            int chunks = Objects.requireNonNullElse(request.chunks(), schedule.defaultChunks());
            return Trial.of(
                    schedule.name(),
                    schedule.table(new Shape(
                            request.ranks(), chunks, request.microBatches().getFirst())),
                    workload,
                    request.bufferDepth());
        }
        return required(search.named(schedule), search);
    }

    private static Trial required(@Nullable Trial trial, ScheduleSearch search) {
        if (trial == null) {
            String reasons = String.join(
                    "; ",
                    search.alternatives().stream()
                            .map(refused -> "%s: %s".formatted(refused.schedule(), refused.refused()))
                            .distinct()
                            .limit(3)
                            .toList());
            throw new IllegalArgumentException("no schedule fits: " + reasons);
        }
        return trial;
    }

    private static Plan plan(Trial trial, int present) {
        int bufferDepth = present == Walk.UNBOUNDED ? BufferDepth.of(trial.table()) : present;
        ScheduleValidator.check(trial.table(), bufferDepth);
        return new Plan(
                trial.name(),
                trial.cut().partition(),
                trial.table(),
                bufferDepth,
                trial.timeline().bubble());
    }

    private static void requireSize(PlanRequest request, int microBatches) {
        boolean search = request.schedule().equals(PlanRequest.AUTO);
        long largest = search ? LARGEST_SEARCH : LARGEST;
        long stages = (long) request.ranks() * Objects.requireNonNullElse(request.chunks(), 1);
        if (stages * microBatches > largest) {
            throw new IllegalArgumentException(
                    "parallelism.microBatches is %d over %d stages, more than %d actions of one kind: use at most %d%s"
                            .formatted(
                                    microBatches,
                                    stages,
                                    largest,
                                    largest / stages,
                                    search ? ", or name a schedule instead of auto" : ""));
        }
    }
}
