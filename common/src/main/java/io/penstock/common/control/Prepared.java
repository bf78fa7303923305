package io.penstock.common.control;

/**
 * A worker is ready to run its rank.
 *
 * @param steps training steps of the whole job
 * @param stepsPerEpoch training steps of one epoch
 * @param trainingSamples samples trained on in one epoch
 * @param validationSamples samples held out
 * @param parameters trainable values on this rank
 */
public record Prepared(
        String job,
        long attempt,
        int rank,
        long steps,
        long stepsPerEpoch,
        long trainingSamples,
        long validationSamples,
        long parameters)
        implements ControlMessage.Report {}
