package io.penstock.orchestrator.run;

import io.penstock.common.control.Stamp;
import io.penstock.common.control.StepReport;
import io.penstock.common.schedule.Action;
import io.penstock.common.simulate.Timeline;
import io.penstock.common.simulate.Timeline.Span;
import io.penstock.common.simulate.Timeline.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Joins what the ranks recorded of a step to one timeline on one clock. */
final class MeasuredTimeline {

    private final StepClock clock;
    private final List<List<Span>> ranks = new ArrayList<>();
    private final List<Transfer> sends = new ArrayList<>();
    private final Map<Action, Double> arrivals = new HashMap<>();

    private MeasuredTimeline(StepClock clock) {
        this.clock = clock;
    }

    /**
     * @param reports of one step, by rank
     * @return null if some rank did not record the step or its clock is unknown
     */
    static @Nullable Timeline of(List<StepReport> reports, Crew crew) {
        StepClock clock = StepClock.of(reports, crew);
        if (clock == null) {
            return null;
        }
        MeasuredTimeline joined = new MeasuredTimeline(clock);
        for (StepReport report : reports) {
            if (report.timeline() == null) {
                return null;
            }
            joined.add(report.rank(), report.timeline());
        }
        return new Timeline(
                joined.ranks, joined.sends.stream().map(joined::arrived).toList());
    }

    private void add(int rank, List<Stamp> stamps) {
        List<Span> spans = new ArrayList<>();
        for (Stamp stamp : stamps) {
            Action action = stamp.action();
            double start = clock.seconds(rank, stamp.startNanos());
            double end = clock.seconds(rank, stamp.endNanos());
            switch (action.kind()) {
                case FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT, BACKWARD -> spans.add(new Span(action, start, end));
                case SEND_FORWARD, SEND_BACKWARD -> sends.add(new Transfer(action, start, end));
                case RECEIVE_FORWARD, RECEIVE_BACKWARD -> arrivals.put(action.peer(), end);
            }
        }
        ranks.add(spans);
    }

    private Transfer arrived(Transfer sent) {
        return new Transfer(sent.send(), sent.departure(), arrivals.getOrDefault(sent.send(), sent.arrival()));
    }
}
