package io.penstock.backend.cpu;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums over the lanes of a vector in one order, half onto half. {@code reduceLanes} leaves the order open, and interpreted and
 * compiled code differ in it.
 */
final class Halving {

    private static final VectorShuffle<Float>[] FLOATS = shuffles(Lanes.SPECIES);
    private static final VectorShuffle<Double>[] DOUBLES = shuffles(Wide.SPECIES);

    private Halving() {}

    /** Each moves the upper half of what is left onto the lower one. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <E> VectorShuffle<E>[] shuffles(VectorSpecies<E> species) {
        int count = Integer.numberOfTrailingZeros(species.length());
        VectorShuffle<E>[] shuffles = new VectorShuffle[count];
        for (int i = 0; i < count; i++) {
            shuffles[i] = VectorShuffle.iota(species, species.length() >> (i + 1), 1, true);
        }
        return shuffles;
    }

    static float sum(FloatVector value) {
        FloatVector sum = value;
        for (VectorShuffle<Float> shuffle : FLOATS) {
            sum = sum.add(sum.rearrange(shuffle));
        }
        return sum.lane(0);
    }

    static double sum(DoubleVector value) {
        DoubleVector sum = value;
        for (VectorShuffle<Double> shuffle : DOUBLES) {
            sum = sum.add(sum.rearrange(shuffle));
        }
        return sum.lane(0);
    }
}
