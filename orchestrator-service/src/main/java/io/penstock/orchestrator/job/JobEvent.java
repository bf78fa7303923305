package io.penstock.orchestrator.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that has just been stored about a job. */
public sealed interface JobEvent {

    String job();

    /**
     * It was accepted or changed its state or its reason.
     *
     * @param from the state before, absent if the job is new
     */
    record Changed(@Nullable JobState from, Job now) implements JobEvent {
        @Override
        public String job() {
            return now.id();
        }
    }

    /** Steps were done; the measurements are those after the last of them. */
    record Stepped(String job, List<StepRow> rows, Measurements measurements) implements JobEvent {}

    /**
     * It goes on with another schedule.
     *
     * @param fromStep the first step with it, from 1
     */
    record Rescheduled(String job, String schedule, long fromStep) implements JobEvent {}

    /** The held-out samples were evaluated after {@code step} steps. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Evaluated(
            String job,
            long step,
            long samples,
            @Nullable Double loss,
            @Nullable Double accuracy) implements JobEvent {}

    /**
     * The model has written so much of the text that was asked for.
     *
     * @param tokens generated so far
     * @param text the prompt and what follows it
     */
    record Generated(String job, int tokens, String text) implements JobEvent {}

    /**
     * Long work before or after the steps is so far.
     *
     * @param what in words, with the unit of done and total
     */
    record Worked(String job, String what, long done, long total) implements JobEvent {}

    /** It was deleted. */
    record Deleted(Job last) implements JobEvent {
        @Override
        public String job() {
            return last.id();
        }
    }
}
