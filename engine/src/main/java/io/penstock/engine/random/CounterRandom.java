package io.penstock.engine.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A stream of random numbers that depends on its key only, never on which worker draws or what was drawn before. Streams
 * share no state; one stream is used by one thread.
 *
 * <p>(seed, purpose, name) make the 64-bit Philox key; the 128-bit counter holds, from the low word up, block number, index
 * and step (2 words). A stream gives 2^34 words before it repeats.
 *
 * @see Philox
 */
public final class CounterRandom {

    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long key;
    private final int index;
    private final long step;
    private final int[] words = new int[Philox.WORDS];
    private int block;
    private int used = Philox.WORDS;

    private CounterRandom(long key, long step, int index) {
        this.key = key;
        this.step = step;
        this.index = index;
    }

    /**
     * The stream of a key.
     *
     * @param purpose what the numbers are for, for example {@code dropout}
     * @param name of the thing they are for: layer, parameter or file
     * @param step training step or epoch; 0 where there is none
     * @param index sample or row within the step; 0 where there is none
     */
    public static CounterRandom of(long seed, String purpose, String name, long step, int index) {
        return new CounterRandom(hash(hash(mix(seed), purpose), name), step, index);
    }

    /** 32 random bits. */
    public int nextInt() {
        if (used == Philox.WORDS) {
            Philox.block(key, block++, index, step, words);
            used = 0;
        }
        return words[used++];
    }

    /** Uniform in [0, bound), without bias (Lemire, 2019, algorithm 5). */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be at least 1, got " + bound);
        }
        long product = unsigned(nextInt()) * bound;
        if ((product & 0xFFFF_FFFFL) < bound) {
            long refused = (1L << 32) % bound;
            while ((product & 0xFFFF_FFFFL) < refused) {
                product = unsigned(nextInt()) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    /** Uniform in [0, 1), a multiple of 2^-24. */
    public float nextFloat() {
        return (nextInt() >>> 8) * 0x1p-24f;
    }

    /** Uniform in [0, 1), a multiple of 2^-53. */
    public double nextDouble() {
        long high = unsigned(nextInt()) << 21;
        return (high | nextInt() >>> 11) * 0x1p-53;
    }

    /** Normal with mean 0 and variance 1 (Box and Muller, 1958), the same bits on every machine. */
    public double nextGaussian() {
        double radius = Math.sqrt(-2 * StrictMath.log(1 - nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * nextDouble());
    }

    /** Writes the next count floats of {@link #nextFloat}, each as low + width · it, from byte offset on. */
    public void fillUniform(MemorySegment out, long offset, long count, float low, float width) {
        for (long i = 0; i < count; i++) {
            out.set(FLOAT, offset + Float.BYTES * i, low + width * nextFloat());
        }
    }

    /** Writes the next count numbers of {@link #nextGaussian}, each times deviation, as float32 from byte offset on. */
    public void fillNormal(MemorySegment out, long offset, long count, double deviation) {
        for (long i = 0; i < count; i++) {
            out.set(FLOAT, offset + Float.BYTES * i, (float) (deviation * nextGaussian()));
        }
    }

    private static long unsigned(int word) {
        return Integer.toUnsignedLong(word);
    }

    private static long hash(long start, String text) {
        long hash = mix(start ^ text.length());
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash ^ text.charAt(i));
        }
        return hash;
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014, figure 16) after adding its increment. */
    private static long mix(long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
