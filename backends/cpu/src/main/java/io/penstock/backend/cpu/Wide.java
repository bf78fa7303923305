package io.penstock.backend.cpu;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Float64 vectors, and the float32 vectors of as many lanes that they are made of. */
final class Wide {

    static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    static final int COUNT = SPECIES.length();
    static final VectorSpecies<Float> NARROW =
            VectorSpecies.of(float.class, VectorShape.forBitSize(COUNT * Float.SIZE));

    /** Bytes of float32 values for one vector. */
    static final int BYTES = COUNT * Float.BYTES;

    private Wide() {}

    static DoubleVector load(long address) {
        FloatVector narrow = FloatVector.fromMemorySegment(NARROW, Lanes.MEMORY, address, Lanes.ORDER);
        return (DoubleVector) narrow.castShape(SPECIES, 0);
    }

    /** Stores rounded to float32. */
    static void store(DoubleVector value, long address) {
        ((FloatVector) value.castShape(NARROW, 0)).intoMemorySegment(Lanes.MEMORY, address, Lanes.ORDER);
    }

    static double sum(DoubleVector value) {
        return Halving.sum(value);
    }
}
