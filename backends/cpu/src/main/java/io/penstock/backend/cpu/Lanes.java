package io.penstock.backend.cpu;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Float32 vectors at absolute addresses. One segment covers all memory, so that the compiler drops every check; the kernels'
 * callers check sizes.
 */
final class Lanes {

    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    static final int COUNT = SPECIES.length();
    static final int BYTES = SPECIES.vectorByteSize();
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private Lanes() {}

    static FloatVector load(long address) {
        return FloatVector.fromMemorySegment(SPECIES, MEMORY, address, ORDER);
    }

    /** Lanes outside the mask are 0. */
    static FloatVector load(long address, VectorMask<Float> mask) {
        return FloatVector.fromMemorySegment(SPECIES, MEMORY, address, ORDER, mask);
    }

    static void store(FloatVector value, long address) {
        value.intoMemorySegment(MEMORY, address, ORDER);
    }

    static void store(FloatVector value, long address, VectorMask<Float> mask) {
        value.intoMemorySegment(MEMORY, address, ORDER, mask);
    }

    /** The lanes that a row's last vector has. */
    static VectorMask<Float> tail(long columns) {
        return SPECIES.indexInRange(SPECIES.loopBound(columns), columns);
    }

    static FloatVector all(float value) {
        return FloatVector.broadcast(SPECIES, value);
    }

    static float sum(FloatVector value) {
        return Halving.sum(value);
    }

    static float get(long address) {
        return MEMORY.get(JAVA_FLOAT, address);
    }

    static void set(long address, float value) {
        MEMORY.set(JAVA_FLOAT, address, value);
    }

    static int getInt(long address) {
        return MEMORY.get(JAVA_INT, address);
    }
}
