package io.penstock.common.control;

import org.jspecify.annotations.Nullable;

/**
 * A worker cannot go on with a job.
 *
 * @param step the training step it was in, −1 before the first
 * @param action the schedule cell it executed or waited for, absent outside a step
 * @param pointer JSON pointer of the job field at fault, if one is
 * @param suspectRank the rank that was waited for or whose connection closed, −1 if it is the worker itself
 * @param reason rule, actual numbers and fix, for the user
 */
public record Failed(
        String job,
        long attempt,
        int rank,
        long step,
        @Nullable String action,
        @Nullable String pointer,
        int suspectRank,
        String reason)
        implements ControlMessage.Report {}
