package io.penstock.backend.cpu;

import java.lang.foreign.MemorySegment;

/**
 * A piece of memory that starts on a cache line and is a multiple of one long.
 *
 * @param sizeClass blocks of one class are interchangeable
 */
record Block(long address, int sizeClass) {

    private static final int STEP_BITS = 3;
    private static final int STEPS = 1 << STEP_BITS;

    /** So many classes reach 2^62 bytes. */
    static final int CLASSES = 62 << STEP_BITS;

    static Block allocate(int sizeClass) {
        return new Block(SystemMemory.allocate(bytes(sizeClass)), sizeClass);
    }

    /** The smallest class that holds so many bytes: eight to a power of two, so that at most an eighth lies fallow. */
    static int sizeClass(long bytes) {
        long lines = Math.max(1, -Math.floorDiv(-bytes, SystemMemory.LINE));
        if (lines < STEPS) {
            return (int) lines;
        }
        long last = lines - 1;
        int shift = Math.max(0, Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(last));
        return (int) ((last >>> shift) + 1) + shift * STEPS;
    }

    static long bytes(int sizeClass) {
        if (sizeClass < STEPS) {
            return (long) sizeClass * SystemMemory.LINE;
        }
        int shift = (sizeClass - STEPS) / STEPS;
        return (long) (sizeClass - shift * STEPS) << shift << Integer.numberOfTrailingZeros(SystemMemory.LINE);
    }

    long bytes() {
        return bytes(sizeClass);
    }

    MemorySegment segment(long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    void free() {
        SystemMemory.free(address);
    }
}
