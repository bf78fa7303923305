package io.penstock.orchestrator.run;

import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.orchestrator.job.IllegalTransitionException;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobChange;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.JobTrigger;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.plan.LayerEstimate;
import io.penstock.orchestrator.plan.Planning;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import io.penstock.orchestrator.worker.Worker;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerSupply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts waiting jobs, first come first served, as soon as there are workers for the one that waits longest. A job that
 * waits says for how many workers.
 */
public final class JobQueue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobQueue.class);
    private static final int MESSAGES_PER_RANK = 2 * GrantWindow.MOST + 64;
    private static final long RETRY_MILLIS = 250;
    private static final long IDLE_MILLIS = 10_000;
    private static final long END_MILLIS = 10_000;
    private static final long ANSWER_MILLIS = 5_000;

    private final Jobs jobs;
    private final Services services;
    private final WorkerRegistry registry;
    private final WorkerSupply supply;
    private final Map<String, ActiveRun> active = new ConcurrentHashMap<>();
    private final Semaphore wake = new Semaphore(1);
    private final AtomicBoolean unsettled = new AtomicBoolean();
    private final Thread thread = Thread.ofPlatform().daemon().name("job-queue").unstarted(this::work);

    private volatile boolean ended;

    private record ActiveRun(Thread thread, Inbox inbox) {}

    JobQueue(Services services, WorkerRegistry registry, WorkerSupply supply) {
        this.jobs = services.jobs();
        this.services = services;
        this.registry = registry;
        this.supply = supply;
        registry.watch(this::wake);
    }

    /** Fails what a former process left unfinished and begins with what it left waiting. */
    public void start() {
        jobs.recover();
        thread.start();
    }

    /** Tells the queue that something has changed. Returns at once. */
    public void wake() {
        if (wake.availablePermits() == 0) {
            wake.release();
        }
    }

    /**
     * Stops a job, waiting or running. A running one reaches its final state soon after.
     *
     * @throws io.penstock.orchestrator.job.IllegalTransitionException if it has ended otherwise
     */
    public synchronized Job stop(String id) {
        ActiveRun run = active.get(id);
        if (run != null) {
            run.inbox().stop();
            return jobs.get(id);
        }
        Job job = jobs.get(id);
        return job.state() == JobState.STOPPED
                ? job
                : jobs.apply(id, JobChange.of(JobTrigger.STOP, "stopped by request before it started"));
    }

    /**
     * Lets a running job go on with another plan for the same stages.
     *
     * @param plan proven with the links that the job has
     * @return the first step with it, from 1
     * @throws RescheduleRefusedException if the job does not run or ends before that
     */
    public long reschedule(String id, Plan plan) throws InterruptedException {
        ActiveRun run = active.get(id);
        if (run == null) {
            throw RescheduleRefusedException.notRunning(id, jobs.get(id).state());
        }
        ScheduleSwitch wish = ScheduleSwitch.to(plan);
        run.inbox().ask(wish);
        return wish.await(ANSWER_MILLIS);
    }

    private void work() {
        boolean waiting = false;
        while (!ended) {
            try {
                if (wake.tryAcquire(waiting ? RETRY_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS)) {
                    wake.drainPermits();
                }
                if (unsettled.getAndSet(false)) {
                    settle();
                }
                waiting = dispatch();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                unsettled.set(true);
                waiting = true;
                complain(e);
            }
        }
    }

    private void complain(RuntimeException e) {
        if (jobs.isStoreAway(e)) {
            LOG.warn("the job store is away, looking for jobs again: {}", e.getMessage());
        } else {
            LOG.error("looking for the next job failed", e);
        }
    }

    /** Fails jobs that nobody drives any more, because the store failed when they changed. */
    private void settle() {
        for (Job job : jobs.active()) {
            if (!active.containsKey(job.id())) {
                abandon(job);
            }
        }
    }

    private void abandon(Job job) {
        try {
            jobs.apply(
                    job.id(),
                    JobChange.fault(
                            "the job store failed while the job was %s: %s".formatted(job.state(), job.howToRepeat()),
                            List.of()));
        } catch (IllegalTransitionException e) {
            LOG.debug("job {} has just ended", job.id());
        }
    }

    /** Starts as many jobs as there are workers for; true if one still waits. */
    private boolean dispatch() {
        for (Optional<Job> next = jobs.nextPending(); next.isPresent() && !ended; next = jobs.nextPending()) {
            if (!tryStart(next.get())) {
                return true;
            }
        }
        return false;
    }

    /** True if the job waits no more. */
    private boolean tryStart(Job job) {
        try {
            JobSpec spec = JobReader.read(job.specification());
            int ranks = spec.parallelism().pipeline();
            Inbox inbox = new Inbox(ranks * MESSAGES_PER_RANK);
            Optional<List<Worker>> workers = registry.reserve(job.id(), ranks, inbox);
            if (workers.isEmpty()) {
                return giveUp(job, ranks);
            }
            plan(job, spec, workers.get(), inbox);
        } catch (InvalidJobException e) {
            jobs.apply(job.id(), JobChange.fault(String.valueOf(e.getMessage()), e.errors()));
        } catch (IllegalTransitionException e) {
            LOG.info("job {} was stopped while it was planned", job.id());
        }
        return true;
    }

    /** Asks for workers; true if none can be had and the job has failed therefore. */
    private boolean giveUp(Job job, int ranks) {
        return switch (supply.demand(ranks)) {
            case WorkerSupply.Answer.Broken(String reason) -> {
                jobs.apply(job.id(), JobChange.fault(reason, List.of()));
                yield true;
            }
            case WorkerSupply.Answer.Coming(int coming) -> {
                String starting = coming == 0 ? "" : ", %d starting".formatted(coming);
                String there = registry.census().text();
                jobs.explainWaiting(job.id(), "needs %d workers, %s%s".formatted(ranks, there, starting));
                yield false;
            }
        };
    }

    /** Planning may take seconds: a job can be stopped meanwhile. */
    private void plan(Job job, JobSpec spec, List<Worker> workers, Inbox inbox) {
        LayerEstimate estimate = new LayerEstimate(spec, Planning.slowest(workers));
        try {
            start(job, Planning.plan(spec, estimate.gigaflops()), estimate, workers, inbox);
        } catch (RuntimeException e) {
            registry.release(workers, job.id(), job.attempt());
            throw e;
        }
    }

    private synchronized void start(Job job, Planned plan, LayerEstimate estimate, List<Worker> workers, Inbox inbox) {
        if (ended) {
            registry.release(workers, job.id(), job.attempt());
            return;
        }
        Job planned = jobs.apply(job.id(), JobChange.planned(plan.plan()));
        Crew crew = new Crew(job.id(), planned.attempt(), workers);
        boolean adaptive = estimate.job().parallelism().adaptive();
        Adaptation adaptation = adaptive ? new Adaptation(services.desk(), estimate, inbox) : null;
        Run run = new Run(planned, plan, crew, inbox, services, adaptation);
        Thread runner = Thread.ofPlatform().daemon().name("run-" + job.id()).unstarted(() -> finish(run, crew));
        active.put(job.id(), new ActiveRun(runner, inbox));
        runner.start();
    }

    private void finish(Run run, Crew crew) {
        try {
            run.run();
        } finally {
            registry.release(crew.workers(), crew.job(), crew.attempt());
            active.remove(crew.job());
            if (!run.ended()) {
                unsettled.set(true);
            }
        }
    }

    /**
     * Ends the queue, and the runs with that reason; what waits goes on waiting until the next start. No thread is
     * interrupted: it may be writing to the store. A run that does not end in time is failed by the next start.
     */
    @Override
    public void close() {
        synchronized (this) {
            ended = true;
        }
        wake();
        List<ActiveRun> runs = List.copyOf(active.values());
        runs.forEach(run -> run.inbox().end());
        Deadline deadline = new Deadline(Duration.ofMillis(END_MILLIS));
        try {
            for (ActiveRun run : runs) {
                run.thread().join(Math.max(1, deadline.left().toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
