package io.penstock.common.control;

/**
 * How long a job is. The first and the last rank derive it from the data; the ranks between them never see the data and
 * learn it from {@link Grant}.
 *
 * @param steps training steps of the whole job
 * @param stepsPerEpoch training steps of one epoch
 * @param trainingSamples samples trained on in one epoch
 * @param validationSamples samples held out
 */
public record RunLength(long steps, long stepsPerEpoch, long trainingSamples, long validationSamples) {}
