package io.penstock.common.control;

/**
 * How far long work before or after the steps is, such as tokenising, loading or writing.
 *
 * @param what the work in words and its unit, for example {@code tokenising kjv.txt, bytes}
 * @param done from 0 to total
 * @param total as far as is known by now
 */
public record WorkReport(String job, long attempt, String what, long done, long total)
        implements ControlMessage.Report {}
