package io.penstock.common.control;

import org.jspecify.annotations.Nullable;

/**
 * A worker is ready to run its rank.
 *
 * @param length absent from ranks that read no data
 * @param parameters trainable values on this rank
 */
public record Prepared(
        String job, long attempt, int rank, @Nullable RunLength length, long parameters)
        implements ControlMessage.Report {}
