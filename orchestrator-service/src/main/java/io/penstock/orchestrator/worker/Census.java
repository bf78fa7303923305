package io.penstock.orchestrator.worker;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many workers there are.
 *
 * @param busy workers by the job that has them
 */
public record Census(int idle, Map<String, Integer> busy) {

    public int alive() {
        return idle + busy.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** For a reason, for example {@code 1 idle, 3 busy with job x}. */
    public String text() {
        return busy.entrySet().stream()
                .map(it -> ", %d busy with job %s".formatted(it.getValue(), it.getKey()))
                .collect(Collectors.joining("", idle + " idle", ""));
    }
}
