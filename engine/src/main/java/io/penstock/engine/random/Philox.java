package io.penstock.engine.random;

/**
 * Philox4x32-10: a function from (key, counter) to 128 random bits (Salmon, Moraes, Dror and Shaw, "Parallel random numbers:
 * as easy as 1, 2, 3", SC'11, section 3.3).
 */
final class Philox {

    static final int WORDS = 4;

    private static final int ROUNDS = 10;
    private static final long MULTIPLIER_0 = 0xD251_1F53L;
    private static final long MULTIPLIER_1 = 0xCD9E_8D57L;
    private static final int WEYL_0 = 0x9E37_79B9;
    private static final int WEYL_1 = 0xBB67_AE85;

    private Philox() {}

    /** Writes the four words for counter (c0, c1, low and high word of c23) to out. */
    static void block(long key, int c0, int c1, long c23, int[] out) {
        int k0 = (int) key;
        int k1 = (int) (key >>> 32);
        int x0 = c0;
        int x1 = c1;
        int x2 = (int) c23;
        int x3 = (int) (c23 >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long p0 = MULTIPLIER_0 * Integer.toUnsignedLong(x0);
            long p1 = MULTIPLIER_1 * Integer.toUnsignedLong(x2);
            x0 = (int) (p1 >>> 32) ^ x1 ^ k0;
            x2 = (int) (p0 >>> 32) ^ x3 ^ k1;
            x1 = (int) p1;
            x3 = (int) p0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        out[0] = x0;
        out[1] = x1;
        out[2] = x2;
        out[3] = x3;
    }
}
