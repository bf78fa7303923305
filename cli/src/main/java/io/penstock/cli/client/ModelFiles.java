package io.penstock.cli.client;

import java.util.List;

/** The files of a trained model. */
public record ModelFiles(String job, List<Entry> files) {

    /** One file; size in bytes. */
    public record Entry(String name, long size) {}
}
