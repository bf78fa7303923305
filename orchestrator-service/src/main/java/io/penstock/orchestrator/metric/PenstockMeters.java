package io.penstock.orchestrator.metric;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.penstock.common.plan.Plan;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.worker.Worker;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerRestarts;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** All meters of the orchestrator. Those of a job exist while it runs. */
@Component
final class PenstockMeters implements MeterBinder {

    private final Jobs jobs;
    private final WorkerRegistry workers;
    private final WorkerRestarts restarts;
    private final Map<JobState, AtomicLong> states = new EnumMap<>(JobState.class);
    private final Map<String, JobSeries> series = new ConcurrentHashMap<>();
    private volatile @Nullable MeterRegistry registry;

    PenstockMeters(Jobs jobs, WorkerRegistry workers, WorkerRestarts restarts) {
        this.jobs = jobs;
        this.workers = workers;
        this.restarts = restarts;
    }

    @Override
    public void bindTo(MeterRegistry bound) {
        registry = bound;
        bindStates(bound);
        FunctionCounter.builder("penstock.restarts", restarts, WorkerRestarts::restarts)
                .description("Local worker processes that were started anew")
                .tag("kind", "worker")
                .register(bound);
        Gauge.builder("penstock.build.info", () -> 1)
                .description("Which program this is")
                .tag("version", version())
                .tag("java", System.getProperty("java.version"))
                .register(bound);
    }

    private void bindStates(MeterRegistry bound) {
        for (Worker.State state : Worker.State.values()) {
            Gauge.builder("penstock.workers", () -> count(state))
                    .description("Workers by state")
                    .tag("state", state.name())
                    .register(bound);
        }
        for (JobState state : JobState.values()) {
            AtomicLong count = states.computeIfAbsent(state, it -> new AtomicLong(jobs.count(it)));
            Gauge.builder("penstock.jobs", count, AtomicLong::doubleValue)
                    .description("Stored jobs by state")
                    .tag("state", state.name())
                    .register(bound);
        }
    }

    @EventListener
    void happened(JobEvent event) {
        switch (event) {
            case JobEvent.Changed(JobState from, Job now) -> changed(from, now);
            case JobEvent.Stepped stepped -> stepped(stepped);
            case JobEvent.Rescheduled(String job, String schedule, long fromStep) -> rescheduled(job, schedule);
            case JobEvent.Evaluated evaluated -> {}
            case JobEvent.Generated generated -> {}
            case JobEvent.Worked worked -> {}
            case JobEvent.Deleted deleted -> add(deleted.last().state(), -1);
        }
    }

    private void changed(@Nullable JobState from, Job now) {
        if (from != null) {
            add(from, -1);
        }
        add(now.state(), 1);
        if (now.state() == JobState.RUNNING) {
            started(now);
        } else if (now.state().finished()) {
            ended(now.id());
        }
    }

    private void started(Job now) {
        MeterRegistry bound = registry;
        Plan plan = now.plan();
        if (bound != null && plan != null) {
            series.computeIfAbsent(now.id(), job -> new JobSeries(bound, now, plan));
        }
    }

    private void ended(String job) {
        JobSeries ended = series.remove(job);
        if (ended != null) {
            ended.close();
        }
    }

    private void rescheduled(String job, String schedule) {
        JobSeries running = series.get(job);
        if (running != null) {
            running.reschedule(schedule);
        }
    }

    private void stepped(JobEvent.Stepped event) {
        JobSeries running = series.get(event.job());
        if (running != null) {
            running.stepped(event.rows(), event.measurements());
        }
    }

    private void add(JobState state, long change) {
        AtomicLong count = states.get(state);
        if (count != null) {
            count.addAndGet(change);
        }
    }

    private long count(Worker.State state) {
        return workers.sorted().stream()
                .filter(worker -> worker.state() == state)
                .count();
    }

    private String version() {
        return Objects.requireNonNullElse(getClass().getPackage().getImplementationVersion(), "development");
    }
}
