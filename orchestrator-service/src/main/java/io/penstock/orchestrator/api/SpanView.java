package io.penstock.orchestrator.api;

import io.penstock.common.simulate.Timeline;
import java.util.List;

/** A compute action from start to end, in seconds from the first start of the step. */
public record SpanView(String action, double start, double end) {

    /** The actions of each rank. */
    static List<List<SpanView>> of(Timeline timeline) {
        return timeline.ranks().stream()
                .map(rank -> rank.stream()
                        .map(span -> new SpanView(span.action().toString(), span.start(), span.end()))
                        .toList())
                .toList();
    }
}
