package io.penstock.orchestrator.run;

import io.penstock.common.advice.MeasuredStep;
import io.penstock.common.advice.Profile;
import io.penstock.common.control.EvaluationReport;
import io.penstock.common.control.Failed;
import io.penstock.common.control.Finished;
import io.penstock.common.control.GenerationReport;
import io.penstock.common.control.Grant;
import io.penstock.common.control.Prepared;
import io.penstock.common.control.Reschedule;
import io.penstock.common.control.RunLength;
import io.penstock.common.control.StepReport;
import io.penstock.common.control.WorkReport;
import io.penstock.common.plan.Plan;
import io.penstock.common.plan.Planned;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.progress.PacedProgress;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobChange;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.JobTrigger;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.WorkerShare;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one attempt of one job on its own thread, from the assignment to a final state. However it ends, the job says
 * why and the workers are released.
 */
final class Run implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);

    /** How often watchers hear of work that the orchestrator does itself. */
    private static final Duration WORK_TOLD = Duration.ofSeconds(1);

    private final Job job;
    private final PlanSequence plans;
    private final Crew crew;
    private final Inbox inbox;
    private final Jobs jobs;
    private final Services services;
    private final @Nullable Adaptation adaptation;
    private final StepAssembler steps;
    private final BubblePrediction prediction;
    private final Scoreboard scores;
    private final Recorder recorder;
    private final StorePatience patience;
    private int finished;
    private @Nullable String modelFolder;
    private @Nullable String unsaved;
    private volatile boolean ended;

    /** @param adaptation null if the schedule is to stay */
    Run(Job job, Planned planned, Crew crew, Inbox inbox, Services services, @Nullable Adaptation adaptation) {
        this.job = job;
        this.plans = new PlanSequence(planned.plan());
        this.crew = crew;
        this.inbox = inbox;
        this.jobs = services.jobs();
        this.services = services;
        this.adaptation = adaptation;
        this.steps = new StepAssembler(crew.ranks());
        this.prediction = new BubblePrediction(planned);
        this.scores = new Scoreboard(
                crew, planned.plan(), JobReader.read(job.specification()).data().predictsTokens());
        this.recorder = new Recorder(jobs, services.timelines(), job.id(), scores);
        this.patience = new StorePatience(jobs, job.id());
    }

    @Override
    public void run() {
        try {
            JobChange end = outcome();
            scores.ended();
            patience.insist(() -> {
                recorder.store();
                jobs.apply(job.id(), end);
            });
            ended = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("job {} could not be brought to an end", job.id(), e);
        } finally {
            inbox.close();
        }
    }

    /** True if the job's final state is stored. */
    boolean ended() {
        return ended;
    }

    /** Runs the job and says how it ended. */
    private JobChange outcome() throws InterruptedException {
        try {
            enter(JobTrigger.ASSIGN);
            modelFolder = services.models().begin(job);
            crew.assign(job.specification(), plans.last(), services.step(), modelFolder);
            recorder.flush();
            train(prepare());
            return JobChange.of(JobTrigger.ALL_FINISHED, store());
        } catch (StoppedException e) {
            return JobChange.of(JobTrigger.STOP, "stopped by request after %d steps".formatted(steps.done()));
        } catch (ToldToEndException e) {
            return JobChange.fault("%s %s: %s".formatted(e.getMessage(), where(), job.howToRepeat()), List.of());
        } catch (RunFault e) {
            LOG.warn("job {} failed: {}", job.id(), e.getMessage());
            return JobChange.fault(String.valueOf(e.getMessage()), e.errors());
        } catch (RuntimeException e) {
            LOG.error("job {} failed inside the orchestrator", job.id(), e);
            return JobChange.fault("the orchestrator failed: %s; its log says where".formatted(e), List.of());
        }
    }

    private String where() {
        return scores.hasStarted() ? "in step %d".formatted(steps.done() + 1) : "before the first step";
    }

    private void enter(JobTrigger trigger) throws InterruptedException {
        patience.insist(() -> jobs.apply(job.id(), JobChange.of(trigger, null)));
    }

    /** Makes a model of what the ranks wrote; says why if there is none. */
    private @Nullable String store() {
        if (modelFolder == null) {
            return null;
        }
        return unsaved == null
                ? services.models().complete(job, crew.ranks(), new PacedProgress(WORK_TOLD, this::worked))
                : unsaved;
    }

    private RunLength prepare() throws InterruptedException {
        Preparation preparation = new Preparation(crew, services.prepare());
        while (!preparation.complete()) {
            preparation.checkDeadline();
            RunMessage message = inbox.next(preparation.left());
            if (message instanceof RunMessage.Said(int rank, Prepared prepared)
                    && isMine(prepared.job(), prepared.attempt())) {
                preparation.ready(rank, prepared);
                scores.state(rank, WorkerShare.State.READY);
            } else if (message instanceof RunMessage.Said(int _, WorkReport work)
                    && isMine(work.job(), work.attempt())) {
                preparation.goesOn();
                worked(work.what(), work.done(), work.total());
            } else if (message != null) {
                checkFault(message);
            }
        }
        scores.started(preparation.length(), preparation.parameters());
        enter(JobTrigger.WORKERS_READY);
        recorder.flush();
        return preparation.length();
    }

    private void train(RunLength length) throws InterruptedException {
        GrantWindow window = new GrantWindow(length.steps());
        long granted = -1;
        Deadline deadline = new Deadline(services.step());
        while (finished < crew.ranks()) {
            change(inbox.asked(), Math.max(0, granted), length);
            long limit = window.advance(steps.done(), scores.stepSeconds());
            if (limit > granted) {
                granted = limit;
                crew.tell(new Grant(job.id(), job.attempt(), granted, length));
            }
            RunMessage message = inbox.next(deadline.orSooner(recorder.untilDue()));
            if (message != null && hear(message)) {
                deadline =
                        steps.done() < length.steps() ? new Deadline(services.step()) : new Deadline(services.store());
            }
            recorder.flushIfDue();
            recorder.awaitRoom(services.step());
            checkProgress(deadline, length);
        }
    }

    /** Goes on with another plan from the first step on that no worker may have begun. */
    private void change(@Nullable ScheduleSwitch wish, long granted, RunLength length) {
        if (wish == null || wish.answer().isDone()) {
            return;
        }
        if (granted >= length.steps()) {
            wish.refuse("all %d steps of the job are granted already".formatted(length.steps()));
            return;
        }
        try {
            jobs.reschedule(job.id(), wish.plan(), granted + 1);
            plans.change(granted, wish.plan());
            crew.tell(new Reschedule(job.id(), job.attempt(), granted, wish.plan()));
            wish.answer().complete(granted + 1);
        } catch (RuntimeException e) {
            wish.answer().completeExceptionally(e);
            if (!jobs.isStoreAway(e)) {
                throw e;
            }
        }
    }

    /** Takes a message in; true if it shows progress. */
    private boolean hear(RunMessage message) throws InterruptedException {
        if (!(message instanceof RunMessage.Said(int rank, var report))) {
            checkFault(message);
            return false;
        }
        switch (report) {
            case StepReport step when isMine(step.job(), step.attempt()) -> stepped(rank, step);
            case EvaluationReport evaluation
            when isMine(evaluation.job(), evaluation.attempt()) -> evaluated(evaluation);
            case GenerationReport text when isMine(text.job(), text.attempt()) -> generated(text);
            case WorkReport work
            when isMine(work.job(), work.attempt()) -> worked(work.what(), work.done(), work.total());
            case Finished end
            when isMine(end.job(), end.attempt()) -> {
                finished++;
                scores.finished(rank, end.weightsHash());
                if (end.unsaved() != null && unsaved == null) {
                    unsaved = "the model was not stored: %s: %s".formatted(crew.name(rank), end.unsaved());
                }
            }
            default -> checkFault(message);
        }
        return true;
    }

    private void stepped(int rank, StepReport report) {
        steps.add(rank, report);
        for (Optional<List<StepReport>> step = steps.next(); step.isPresent(); step = steps.next()) {
            long number = steps.done() - 1;
            Plan plan = plans.at(number);
            if (plans.beginsAt(number)) {
                prediction.reschedule(plan);
            }
            MeasuredStep measured = MeasuredSteps.of(step.get(), plan, crew);
            learn(measured);
            var row = StepRows.of(step.get(), crew, prediction.current());
            scores.stepped(row, prediction.current());
            recorder.add(row, measured);
        }
    }

    private void learn(MeasuredStep measured) {
        prediction.learn(measured);
        Profile profile = prediction.profile();
        if (adaptation != null && profile != null && prediction.isFirst()) {
            adaptation.profiled(plans.last(), profile);
        }
    }

    private void generated(GenerationReport report) {
        scores.generated(report.text());
        recorder.flush();
        jobs.generated(new JobEvent.Generated(job.id(), report.tokens(), report.text()));
    }

    private void worked(String what, long done, long total) {
        jobs.worked(new JobEvent.Worked(job.id(), what, done, total));
    }

    private void evaluated(EvaluationReport report) {
        scores.evaluated(report);
        recorder.flush();
        jobs.evaluated(
                new JobEvent.Evaluated(job.id(), report.step(), report.samples(), report.loss(), report.accuracy()));
    }

    /** Throws if the message means the end of the run. */
    private void checkFault(RunMessage message) throws InterruptedException {
        boolean foreign = message instanceof RunMessage.SwitchAsked
                || (message instanceof RunMessage.Said(int rank, var report)
                        && !(report instanceof Failed failed && isMine(failed.job(), failed.attempt())));
        if (!foreign) {
            throw new FaultJudge(crew, steps).judge(message, inbox);
        }
    }

    private void checkProgress(Deadline deadline, RunLength length) {
        if (deadline.isOver() && steps.done() == length.steps()) {
            throw new RunFault("only %d of %d ranks had written their weights %s after the last step"
                    .formatted(finished, crew.ranks(), deadline.limitText()));
        }
        if (deadline.isOver()) {
            List<Integer> missing = IntStream.range(0, crew.ranks())
                    .filter(rank -> steps.reported(rank) == steps.done())
                    .boxed()
                    .toList();
            throw new RunFault("%s did not report step %d within %s"
                    .formatted(crew.names(missing), steps.done() + 1, deadline.limitText()));
        }
    }

    private boolean isMine(String id, long attempt) {
        return id.equals(job.id()) && attempt == job.attempt();
    }
}
