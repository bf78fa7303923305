package io.penstock.cli.doctor;

/** One thing that Penstock needs of a machine. */
@FunctionalInterface
interface Check {

    Finding examine(Machine machine);
}
