package io.penstock.orchestrator.api;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline;
import io.penstock.orchestrator.api.ChromeTrace.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One timeline as events of a Chrome trace. */
final class TimelineEvents {

    private static final double MICROS = 1e6;

    /** An arrow begins so many microseconds before its action ends, to be seen as part of it. */
    private static final double INSIDE = 0.001;

    private final StageMap map;
    private final int layer;
    private final Map<Action, Box> makers = new LinkedHashMap<>();
    private final Map<Action, Box> takers = new HashMap<>();

    /** Where an action is drawn; microseconds. */
    private record Box(int process, double start, double duration) {

        static Box of(Timeline.Span span, int process) {
            return new Box(process, span.start() * MICROS, Math.max(0, span.duration()) * MICROS);
        }
    }

    /** @param layer 0 for the first process of each rank, 1 for the second */
    TimelineEvents(StageMap map, int layer) {
        this.map = map;
        this.layer = layer;
    }

    void writeTo(List<Event> events, Timeline timeline) {
        for (int rank = 0; rank < map.ranks(); rank++) {
            for (Timeline.Span span : timeline.ranks().get(rank)) {
                events.add(action(span, 2 * rank + layer));
            }
        }
        makers.forEach((send, maker) -> {
            Box taker = takers.get(send);
            if (taker != null) {
                arrow(events, send.toString(), maker, taker);
            }
        });
    }

    private Event action(Timeline.Span span, int process) {
        Action action = span.action();
        Box box = Box.of(span, process);
        map.outputOf(action).ifPresent(send -> makers.put(send, box));
        map.inputOf(action).ifPresent(receive -> takers.put(receive.peer(), box));
        return Event.action(action.toString(), action.kind().text(), box.start(), box.duration(), process);
    }

    private static void arrow(List<Event> events, String name, Box maker, Box taker) {
        int arrow = events.size();
        double moment = maker.start() + maker.duration() - Math.min(INSIDE, maker.duration() / 2);
        events.add(Event.leaves(name, moment, maker.process(), arrow));
        events.add(Event.arrives(name, taker.start(), taker.process(), arrow));
    }
}
