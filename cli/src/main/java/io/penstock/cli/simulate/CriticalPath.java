package io.penstock.cli.simulate;

import io.penstock.common.simulate.Timeline;
import io.penstock.common.simulate.Timeline.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the longest chain of a step consists of.
 *
 * @param actions how many actions it has
 * @param time by kind of action, and {@code waiting} for a tensor on its way, or for the other half of a pair
 */
public record CriticalPath(int actions, Map<String, Double> time) {

    public static CriticalPath of(Timeline timeline) {
        Map<String, Double> time = new LinkedHashMap<>();
        List<Span> path = timeline.criticalPath();
        double rest = timeline.makespan();
        for (Span span : path) {
            time.merge(span.action().kind().text(), span.duration(), Double::sum);
            rest -= span.duration();
        }
        time.put("waiting", Math.max(0, rest));
        return new CriticalPath(path.size(), time);
    }
}
