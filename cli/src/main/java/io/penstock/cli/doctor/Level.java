package io.penstock.cli.doctor;

/** How bad something is. */
public enum Level {
    OK,
    /** It works, but not as well as it could. */
    WARNING,
    /** Something that Penstock does will fail. */
    PROBLEM
}
