package io.penstock.common.schedule;

/**
 * A place in a table.
 *
 * @param rank the line, from 0
 * @param index the action in it, from 0; just behind the last action it stands for something missing
 */
public record Cell(int rank, int index) {}
