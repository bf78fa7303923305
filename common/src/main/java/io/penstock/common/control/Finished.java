package io.penstock.common.control;

import org.jspecify.annotations.Nullable;

/**
 * A worker has run all granted steps of a job whose last grant it was.
 *
 * @param steps training steps done
 * @param weightsHash hash over the rank's weights in layer order, equal for equal bits
 * @param unsaved why the weights are not in the model folder; absent if they are, or were not wanted
 */
public record Finished(
        String job,
        long attempt,
        int rank,
        long steps,
        String weightsHash,
        @Nullable String unsaved) implements ControlMessage.Report {}
