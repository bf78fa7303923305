package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.StepRow;
import io.penstock.orchestrator.watch.Watch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes one client's server-sent events (WHATWG HTML, section 9.2) until the job has ended. A client that comes back
 * with the id of its last event gets every step that it missed, from the store.
 */
final class EventStream {

    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final int PAGE = 500;

    private final Jobs jobs;
    private final JsonMapper json;
    private final OutputStream out;
    private EventCursor cursor = new EventCursor(0, 0);

    EventStream(Jobs jobs, JsonMapper json, OutputStream out) {
        this.jobs = jobs;
        this.json = json;
        this.out = out;
    }

    /** @param watch opened before the job was read, so that nothing falls between */
    void write(Job job, @Nullable EventCursor seen, Watch watch) throws IOException, InterruptedException {
        if (seen != null) {
            cursor = seen;
            replay(job.id());
        }
        cursor = cursor.withStep(Math.max(cursor.step(), EventCursor.after(job).step()));
        state(job);
        boolean ended = job.state().finished();
        while (!ended && !watch.isOver()) {
            JobEvent event = watch.next(SILENCE);
            if (event == null) {
                send(": still here\n\n");
            } else {
                ended = write(event);
            }
        }
    }

    private void replay(String job) throws IOException {
        List<StepRow> rows;
        do {
            rows = jobs.rows(job, cursor.step() + 1, Long.MAX_VALUE, PAGE);
            steps(rows);
        } while (rows.size() == PAGE);
    }

    /** Writes one event; true if it is the last one. */
    private boolean write(JobEvent event) throws IOException {
        switch (event) {
            case JobEvent.Changed(var from, Job now) -> state(now);
            case JobEvent.Stepped stepped -> steps(stepped.rows());
            case JobEvent.Rescheduled rescheduled -> send(text("schedule", rescheduled));
            case JobEvent.Evaluated evaluated -> send(text("evaluation", evaluated));
            case JobEvent.Generated generated -> send(text("generation", generated));
            case JobEvent.Worked worked -> send(text("work", worked));
            case JobEvent.Deleted deleted -> {}
        }
        return switch (event) {
            case JobEvent.Changed changed -> changed.now().state().finished();
            case JobEvent.Deleted deleted -> true;
            case JobEvent.Stepped stepped -> false;
            case JobEvent.Rescheduled rescheduled -> false;
            case JobEvent.Evaluated evaluated -> false;
            case JobEvent.Generated generated -> false;
            case JobEvent.Worked worked -> false;
        };
    }

    private void state(Job job) throws IOException {
        cursor = cursor.withConditions(job.conditions().size());
        send(text("state", JobView.of(job)));
    }

    private void steps(List<StepRow> rows) throws IOException {
        StringBuilder batch = new StringBuilder();
        for (StepRow row : rows) {
            if (row.step() > cursor.step()) {
                cursor = cursor.withStep(row.step());
                batch.append(text("step", row));
            }
        }
        send(batch.toString());
    }

    private String text(String name, Object data) {
        return "id: %s\nevent: %s\ndata: %s\n\n".formatted(cursor, name, json.writeValueAsString(data));
    }

    private void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
