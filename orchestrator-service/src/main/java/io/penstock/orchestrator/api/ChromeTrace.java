package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.schedule.StageMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A timeline in Chrome's trace event format, which Perfetto and chrome://tracing open. Each rank is two processes, measured
 * and predicted; an arrow leads from the action that made a tensor to the one that takes it.
 */
public record ChromeTrace(List<Event> traceEvents, String displayTimeUnit) {

    /**
     * One event; the names are the format's own.
     *
     * @param ph X: an action; s and f: start and finish of an arrow; M: metadata
     * @param ts microseconds
     * @param id joins the two ends of an arrow
     * @param bp e: the arrow ends at the action around it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Event(
            String name,
            @Nullable String cat,
            String ph,
            @Nullable Double ts,
            @Nullable Double dur,
            int pid,
            int tid,
            @Nullable Integer id,
            @Nullable String bp,
            @Nullable Map<String, Object> args) {

        static Event about(String name, int process, Map<String, Object> what) {
            return new Event(name, null, "M", null, null, process, 0, null, null, what);
        }

        static Event action(String name, String kind, double start, double duration, int process) {
            return new Event(name, kind, "X", start, duration, process, 0, null, null, null);
        }

        static Event leaves(String name, double moment, int process, int arrow) {
            return new Event(name, "send", "s", moment, null, process, 0, arrow, null, null);
        }

        static Event arrives(String name, double moment, int process, int arrow) {
            return new Event(name, "send", "f", moment, null, process, 0, arrow, "e", null);
        }
    }

    /** @param workers names by rank */
    static ChromeTrace of(MeasuredStep step, List<String> workers) {
        List<Event> events = new ArrayList<>();
        for (int rank = 0; rank < workers.size(); rank++) {
            String worker = "rank %d, %s".formatted(rank, workers.get(rank));
            name(events, 2 * rank, worker);
            name(events, 2 * rank + 1, worker + ", predicted");
        }
        StageMap map = step.table().stages();
        new TimelineEvents(map, 0).writeTo(events, step.recorded());
        new TimelineEvents(map, 1).writeTo(events, step.predicted());
        return new ChromeTrace(events, "ms");
    }

    private static void name(List<Event> events, int process, String name) {
        events.add(Event.about("process_name", process, Map.of("name", name)));
        events.add(Event.about("process_sort_index", process, Map.of("sort_index", process)));
    }
}
