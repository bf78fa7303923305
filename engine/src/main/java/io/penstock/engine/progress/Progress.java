package io.penstock.engine.progress;

/** Hears how far a long piece of work is. Called from the thread that works, perhaps often. */
@FunctionalInterface
public interface Progress {

    /** Nobody listens. */
    Progress NONE = (what, done, total) -> {};

    /**
     * Some of it is done.
     *
     * @param what the work in words, for example {@code tokenising kjv.txt, bytes}
     * @param done from 0 to total
     * @param total as far as is known by now, at least done
     */
    void report(String what, long done, long total);
}
