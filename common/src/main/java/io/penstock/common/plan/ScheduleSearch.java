package io.penstock.common.plan;

import io.penstock.common.schedule.InvalidScheduleException;
import io.penstock.common.schedule.ListScheduling;
import io.penstock.common.schedule.ListScheduling.Ahead;
import io.penstock.common.schedule.ListScheduling.Policy;
import io.penstock.common.schedule.ListScheduling.Turn;
import io.penstock.common.schedule.Schedule;
import io.penstock.common.schedule.ScheduleTable;
import io.penstock.common.schedule.Schedules;
import io.penstock.common.schedule.Shape;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.schedule.WarmUpDepth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tries tables and keeps the best. In this order: every named schedule; 1F1B with deeper warm-ups and later weight
 * gradients; tables written by {@link ListScheduling} under several policies, on a loop and on waves; then small changes of
 * the best one. So the result is never worse than a named schedule that fits. The work is bounded by a number of actions,
 * not by time, so that equal questions get equal answers.
 */
final class ScheduleSearch {

    /** Simulated actions of one search; about 3 million a second. */
    private static final long ACTIONS = 6_000_000;

    private static final int[] CHUNKS = {1, 2, 3, 4};
    private static final double[] PATIENCE = {0, 0.25, 0.75, 1};
    private static final double EQUAL = 1e-9;

    private final PlanRequest request;
    private final Workload workload;
    private final List<Alternative> alternatives = new ArrayList<>();
    private long actions;
    private @Nullable Trial best;

    ScheduleSearch(PlanRequest request, Workload workload) {
        this.request = request;
        this.workload = workload;
    }

    List<Alternative> alternatives() {
        return alternatives;
    }

    /** The best of one schedule's shapes, or nothing if none of them can be. */
    @Nullable
    Trial named(Schedule schedule) {
        int chunks = Objects.requireNonNullElse(request.chunks(), schedule.defaultChunks());
        request.microBatches().forEach(microBatches -> tryNamed(schedule, chunks, microBatches));
        return best;
    }

    /** The best of all tables that are tried, or nothing if none of them can be. */
    @Nullable
    Trial any() {
        for (int microBatches : request.microBatches()) {
            for (Schedule schedule : Schedules.all()) {
                chunks(schedule).forEach(chunks -> tryNamed(schedule, chunks, microBatches));
            }
        }
        for (int microBatches : request.microBatches()) {
            warmUps(microBatches);
            listed(microBatches);
        }
        if (best != null && actions < ACTIONS) {
            consider(new TableImprovement(best, request).run(ACTIONS - actions));
        }
        return best;
    }

    private List<Integer> chunks(Schedule schedule) {
        if (request.chunks() != null) {
            return List.of(request.chunks());
        }
        int usual = schedule.defaultChunks();
        return usual == 1 ? List.of(1) : List.of(usual, 2 * usual);
    }

    private void tryNamed(Schedule schedule, int chunks, int microBatches) {
        try {
            ScheduleTable table = schedule.table(new Shape(request.ranks(), chunks, microBatches));
            requireMap(table.stages());
            Trial trial = Trial.of(schedule.name(), table, workload, request.bufferDepth());
            alternatives.add(trial.alternative());
            consider(trial);
        } catch (InvalidScheduleException e) {
            alternatives.add(Alternative.refused(schedule.name(), chunks, microBatches, e.detail()));
        } catch (IllegalArgumentException e) {
            alternatives.add(
                    Alternative.refused(schedule.name(), chunks, microBatches, String.valueOf(e.getMessage())));
        }
    }

    private void requireMap(StageMap map) {
        if (request.stages() != null && !request.stages().equals(map)) {
            throw new IllegalArgumentException("it has %s but they are to stay on %s"
                    .formatted(map, request.stages().owners()));
        }
    }

    private void warmUps(int microBatches) {
        boolean allowed = request.stages() == null || request.stages().equals(StageMap.loop(request.ranks(), 1));
        if (allowed && (request.chunks() == null || request.chunks() == 1)) {
            WarmUpDepth.tables(request.ranks(), microBatches)
                    .takeWhile(table -> actions < ACTIONS / 3)
                    .forEach(table ->
                            tryFound(() -> Trial.of(PlanRequest.AUTO, table, workload, request.bufferDepth())));
        }
    }

    private void listed(int microBatches) {
        if (request.stages() != null) {
            listed(request.stages(), microBatches);
            return;
        }
        for (int chunks : CHUNKS) {
            if (request.chunks() == null || request.chunks() == chunks) {
                listed(StageMap.loop(request.ranks(), chunks), microBatches);
                if (chunks > 1) {
                    listed(StageMap.wave(request.ranks(), chunks), microBatches);
                }
            }
        }
    }

    private void listed(StageMap map, int microBatches) {
        Cut cut;
        try {
            cut = workload.cut(map, microBatches, Collections.nCopies(map.ranks(), 1));
        } catch (IllegalArgumentException e) {
            if (request.stages() != null) {
                String reason = String.valueOf(e.getMessage());
                alternatives.addFirst(Alternative.refused(PlanRequest.AUTO, map.chunks(), microBatches, reason));
            }
            return;
        }
        policies(map)
                .takeWhile(policy -> actions < ACTIONS / 2)
                .map(policy -> ListScheduling.table(map, microBatches, cut.costs(), bounded(cut, microBatches), policy))
                .flatMap(Optional::stream)
                .forEach(table -> tryFound(() -> Trial.of(PlanRequest.AUTO, table, cut, request.bufferDepth())));
    }

    /** Without a limit, what all micro-batches take. */
    private static List<Double> bounded(Cut cut, int microBatches) {
        double all = cut.costs().sizes().stream()
                        .mapToDouble(size -> size.activation())
                        .sum()
                * microBatches;
        return cut.memory().stream()
                .map(limit -> limit == Double.POSITIVE_INFINITY ? all : limit)
                .toList();
    }

    private static Stream<Policy> policies(StageMap map) {
        return Stream.of(Turn.values())
                .flatMap(turn -> Arrays.stream(PATIENCE)
                        .boxed()
                        .flatMap(patience -> map.chunks() == 1 ? single(turn, patience) : several(turn, patience)));
    }

    private static Stream<Policy> single(Turn turn, double patience) {
        return Stream.of(Ahead.values()).map(ahead -> new Policy(turn, patience, true, ahead, false));
    }

    private static Stream<Policy> several(Turn turn, double patience) {
        return Stream.of(true, false).map(deep -> new Policy(turn, patience, deep, Ahead.FREELY, false));
    }

    private void tryFound(Supplier<Trial> trial) {
        try {
            consider(trial.get());
        } catch (IllegalArgumentException e) {
            // does not fit: the next one may
        }
    }

    private void consider(Trial trial) {
        actions += trial.actions();
        if (best == null || value(trial) < value(best) * (1 - EQUAL)) {
            best = trial;
        }
    }

    private double value(Trial trial) {
        return request.objective().of(trial.timeline());
    }
}
