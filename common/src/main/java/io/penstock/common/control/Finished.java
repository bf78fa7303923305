package io.penstock.common.control;

/**
 * A worker has run all granted steps of a job whose last grant it was.
 *
 * @param steps training steps done
 * @param weightsHash hash over the rank's weights in layer order, equal for equal bits
 */
public record Finished(String job, long attempt, int rank, long steps, String weightsHash)
        implements ControlMessage.Report {}
