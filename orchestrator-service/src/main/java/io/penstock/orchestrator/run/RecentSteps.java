package io.penstock.orchestrator.run;

import io.penstock.common.simulate.Bubble;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.job.StepRow.WorkerStep;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The newest steps. Throughput, step time, bubble and each worker's times are means over the very same ones. */
final class RecentSteps {

    static final int KEPT = 32;

    private final Deque<StepRow> rows = new ArrayDeque<>();

    void add(StepRow row) {
        rows.addLast(row);
        if (rows.size() > KEPT) {
            rows.removeFirst();
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Mean seconds of a step, 0 without any. */
    double stepSeconds() {
        return mean(StepRow::seconds);
    }

    double samplesPerSecond() {
        return mean(StepRow::samples) / stepSeconds();
    }

    @Nullable
    Bubble bubble() {
        List<Bubble> bubbles =
                rows.stream().map(StepRow::bubble).filter(Objects::nonNull).toList();
        if (bubbles.isEmpty()) {
            return null;
        }
        return new Bubble(mean(bubbles, Bubble::makespan), mean(bubbles, Bubble::span));
    }

    double wallSeconds(int rank) {
        return mean(row -> row.workers().get(rank).wallSeconds());
    }

    Map<String, Double> busySeconds(int rank) {
        return means(rank, WorkerStep::busySeconds);
    }

    Map<String, Double> idleSeconds(int rank) {
        return means(rank, WorkerStep::idleSeconds);
    }

    private Map<String, Double> means(int rank, Function<WorkerStep, Map<String, Double>> part) {
        Map<String, Double> sums = new TreeMap<>();
        for (StepRow row : rows) {
            part.apply(row.workers().get(rank)).forEach((key, seconds) -> sums.merge(key, seconds, Double::sum));
        }
        sums.replaceAll((key, sum) -> sum / rows.size());
        return sums;
    }

    private double mean(ToDoubleFunction<StepRow> value) {
        return mean(rows, value);
    }

    private static <T> double mean(Iterable<T> values, ToDoubleFunction<T> value) {
        double sum = 0;
        int count = 0;
        for (T each : values) {
            sum += value.applyAsDouble(each);
            count++;
        }
        return count == 0 ? 0 : sum / count;
    }
}
