package io.penstock.backend.cpu;

import jdk.incubator.vector.FloatVector;

/** Lists of values, taken in whole cache lines: what follows the last value belongs to its tensor. */
final class ElementKernel {

    private static final double LINE_NANOS = 4;
    private static final int LINE = SystemMemory.LINE;

    private final ThreadTeam team;

    ElementKernel(ThreadTeam team) {
        this.team = team;
    }

    static long lines(long bytes) {
        return -Math.floorDiv(-bytes, LINE);
    }

    void fill(long out, float value, long size) {
        team.run(lines(4 * size), LINE_NANOS, (from, to) -> fillLines(out, value, from * LINE, to * LINE));
    }

    void copy(long in, long out, long bytes) {
        team.run(
                lines(bytes),
                LINE_NANOS,
                (from, to) -> copyBytes(in + from * LINE, out + from * LINE, (to - from) * LINE));
    }

    void add(long a, long b, long out, long size) {
        team.run(lines(4 * size), LINE_NANOS, (from, to) -> addLines(a, b, out, from * LINE, to * LINE));
    }

    void multiply(long a, long b, long out, long size) {
        team.run(lines(4 * size), LINE_NANOS, (from, to) -> multiplyLines(a, b, out, from * LINE, to * LINE));
    }

    void scale(long inOut, float factor, long size) {
        team.run(lines(4 * size), LINE_NANOS, (from, to) -> scaleLines(inOut, factor, from * LINE, to * LINE));
    }

    static void copyBytes(long in, long out, long bytes) {
        java.lang.foreign.MemorySegment.copy(Lanes.MEMORY, in, Lanes.MEMORY, out, bytes);
    }

    static void fillLines(long out, float value, long from, long to) {
        FloatVector all = Lanes.all(value);
        for (long i = from; i < to; i += Lanes.BYTES) {
            Lanes.store(all, out + i);
        }
    }

    private static void addLines(long a, long b, long out, long from, long to) {
        for (long i = from; i < to; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(a + i).add(Lanes.load(b + i)), out + i);
        }
    }

    private static void multiplyLines(long a, long b, long out, long from, long to) {
        for (long i = from; i < to; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(a + i).mul(Lanes.load(b + i)), out + i);
        }
    }

    private static void scaleLines(long inOut, float factor, long from, long to) {
        for (long i = from; i < to; i += Lanes.BYTES) {
            Lanes.store(Lanes.load(inOut + i).mul(factor), inOut + i);
        }
    }
}
