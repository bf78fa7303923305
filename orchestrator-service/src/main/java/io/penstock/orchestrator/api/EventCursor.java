package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a job's events a client has seen; the id of a server-sent event. It counts what is stored, so it stays
 * good when the orchestrator restarts.
 *
 * @param conditions entered states
 * @param step the newest step row
 */
record EventCursor(int conditions, long step) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    /** @throws BadParameterException if it was not made by {@link #toString} */
    static EventCursor parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new BadParameterException(
                    "Last-Event-ID is \"%s\": send the id of an event of this stream".formatted(text));
        }
        return new EventCursor(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    /** Everything that is known of the job has been seen. */
    static EventCursor after(Job job) {
        var progress = job.measurements().progress();
        return new EventCursor(job.conditions().size(), progress == null ? 0 : progress.step());
    }

    EventCursor withStep(long newer) {
        return new EventCursor(conditions, newer);
    }

    EventCursor withConditions(int newer) {
        return new EventCursor(newer, step);
    }

    @Override
    public String toString() {
        return conditions + "-" + step;
    }
}
