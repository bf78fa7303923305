package io.penstock.orchestrator.fake;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.orchestrator.job.RecordedSteps;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Keeps all timelines of a test. */
public final class MemoryRecordedSteps implements RecordedSteps {

    private final Map<String, ConcurrentSkipListMap<Long, MeasuredStep>> steps = new ConcurrentHashMap<>();

    @Override
    public void add(String job, List<MeasuredStep> more) {
        more.forEach(step -> of(job).put(step.step(), step));
    }

    @Override
    public List<Long> numbers(String job) {
        return List.copyOf(of(job).keySet());
    }

    @Override
    public Optional<MeasuredStep> find(String job, long step) {
        return Optional.ofNullable(of(job).get(step));
    }

    @Override
    public List<MeasuredStep> newest(String job, int limit) {
        return new TreeMap<>(of(job))
                .descendingMap().values().stream().limit(limit).toList().reversed();
    }

    private ConcurrentSkipListMap<Long, MeasuredStep> of(String job) {
        return steps.computeIfAbsent(job, id -> new ConcurrentSkipListMap<>());
    }
}
