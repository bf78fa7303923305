package io.penstock.cli.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker and its share of a job.
 *
 * @param busySeconds mean of one step by kind of action
 * @param idleSeconds mean of one step by cause
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkerRow(
        String worker,
        @Nullable Integer rank,
        @Nullable String device,
        List<Integer> stages,
        @Nullable String state,
        Map<String, Double> busySeconds,
        Map<String, Double> idleSeconds) {

    public WorkerRow {
        stages = stages == null ? List.of() : List.copyOf(stages);
        busySeconds = busySeconds == null ? Map.of() : busySeconds;
        idleSeconds = idleSeconds == null ? Map.of() : idleSeconds;
    }

    public double busy() {
        return sum(busySeconds);
    }

    public double idle() {
        return sum(idleSeconds);
    }

    private static double sum(Map<String, Double> seconds) {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
