package io.penstock.engine.data;

import io.penstock.engine.random.CounterRandom;

/** Random orders. */
final class Permutation {

    private Permutation() {}

    /** The numbers 0..size−1 in an order that all arguments key (Durstenfeld, 1964, algorithm 235). */
    static int[] of(int size, long seed, String purpose, long epoch) {
        CounterRandom random = CounterRandom.of(seed, purpose, "", epoch, 0);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
