package io.penstock.common.schedule;

/** A place in a table; an index just behind the last action stands for something missing. */
record Cell(int rank, int index) {}
