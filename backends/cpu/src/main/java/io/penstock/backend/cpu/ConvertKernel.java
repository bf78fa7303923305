package io.penstock.backend.cpu;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.penstock.engine.tensor.DType;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Float32 from and to the two types of 16 bits, in whole cache lines of the float32 side. */
final class ConvertKernel {

    private static final double LINE_NANOS = 8;
    private static final int LINE = SystemMemory.LINE;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(INTS.length() * Short.SIZE));
    private static final int HALF_BITS = 16;
    private static final int ROUND_DOWN = 0x7FFF;
    private static final int QUIET = 0x0040_0000;

    private final ThreadTeam team;

    ConvertKernel(ThreadTeam team) {
        this.team = team;
    }

    private void run(long size, ThreadTeam.Task task) {
        team.run(ElementKernel.lines(4 * size), LINE_NANOS, (from, to) -> task.run(from * LINE, to * LINE));
    }

    void convert(DType inType, long in, DType outType, long out, long size) {
        if (inType == DType.F32) {
            fromFloat(in, outType, out, size);
        } else {
            toFloat(inType, in, outType, out, size);
        }
    }

    private void fromFloat(long in, DType type, long out, long size) {
        switch (type) {
            case F32 -> run(size, (from, to) -> ElementKernel.copyBytes(in + from, out + from, to - from));
            case BF16 -> toBfloat16(in, out, size);
            case F16 -> toFloat16(in, out, size);
            case F64, I32 -> throw refused(DType.F32, type);
        }
    }

    private void toFloat(DType type, long in, DType outType, long out, long size) {
        if (outType != DType.F32) {
            throw refused(type, outType);
        }
        switch (type) {
            case BF16 -> fromBfloat16(in, out, size);
            case F16 -> fromFloat16(in, out, size);
            case F32, F64, I32 -> throw refused(type, outType);
        }
    }

    private static IllegalArgumentException refused(DType in, DType out) {
        return new IllegalArgumentException(
                "convert takes F32 on one side and F32, BF16 or F16 on the other, got %s and %s".formatted(in, out));
    }

    private void toBfloat16(long in, long out, long size) {
        run(size, (from, to) -> {
            for (long i = from; i < to; i += Lanes.BYTES) {
                roundToBfloat16(Lanes.load(in + i)).intoMemorySegment(Lanes.MEMORY, out + i / 2, Lanes.ORDER);
            }
        });
    }

    /** Adds just below half of the last place, and one more where the last bit kept is odd; NaN keeps its upper bits. */
    private static ShortVector roundToBfloat16(FloatVector x) {
        IntVector bits = x.reinterpretAsInts();
        IntVector odd = bits.lanewise(VectorOperators.LSHR, HALF_BITS).and(1);
        VectorMask<Integer> nan = x.test(VectorOperators.IS_NAN).cast(INTS);
        IntVector rounded = bits.add(ROUND_DOWN).add(odd).blend(bits.or(QUIET), nan);
        return (ShortVector)
                rounded.lanewise(VectorOperators.LSHR, HALF_BITS).convertShape(VectorOperators.I2S, SHORTS, 0);
    }

    private void fromBfloat16(long in, long out, long size) {
        run(size, (from, to) -> {
            for (long i = from; i < to; i += Lanes.BYTES) {
                ShortVector upper = ShortVector.fromMemorySegment(SHORTS, Lanes.MEMORY, in + i / 2, Lanes.ORDER);
                var bits = (IntVector) upper.convertShape(VectorOperators.S2I, INTS, 0);
                Lanes.store(bits.lanewise(VectorOperators.LSHL, HALF_BITS).reinterpretAsFloats(), out + i);
            }
        });
    }

    private void toFloat16(long in, long out, long size) {
        run(size, (from, to) -> {
            for (long i = from; i < to; i += Float.BYTES) {
                Lanes.MEMORY.set(JAVA_SHORT, out + i / 2, Float.floatToFloat16(Lanes.get(in + i)));
            }
        });
    }

    private void fromFloat16(long in, long out, long size) {
        run(size, (from, to) -> {
            for (long i = from; i < to; i += Float.BYTES) {
                Lanes.set(out + i, Float.float16ToFloat(Lanes.MEMORY.get(JAVA_SHORT, in + i / 2)));
            }
        });
    }
}
