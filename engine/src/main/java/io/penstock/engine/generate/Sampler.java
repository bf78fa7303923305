package io.penstock.engine.generate;

import io.penstock.engine.random.CounterRandom;
import java.util.Arrays;

/** Chooses the next token; the choice depends on the seed, the token's number and the logits only. */
public final class Sampler {

    private final Generation generation;

    public Sampler(Generation generation) {
        this.generation = generation;
    }

    /**
     * The next token.
     *
     * @param logits of all tokens
     * @param number tokens generated before
     */
    public int next(float[] logits, int number) {
        int best = largest(logits);
        if (generation.temperature() == 0) {
            return best;
        }
        float floor = generation.topK() == null ? Float.NEGATIVE_INFINITY : smallestOf(generation.topK(), logits);
        double[] weights = new double[logits.length];
        double sum = 0;
        for (int i = 0; i < logits.length; i++) {
            weights[i] =
                    logits[i] < floor ? 0 : Math.exp(((double) logits[i] - logits[best]) / generation.temperature());
            sum += weights[i];
        }
        double left = CounterRandom.of(generation.seed(), "generate", "token", number, 0)
                        .nextDouble()
                * sum;
        for (int i = 0; i < weights.length; i++) {
            left -= weights[i];
            if (left < 0) {
                return i;
            }
        }
        return best;
    }

    /** The first of equals. */
    private static int largest(float[] logits) {
        int best = 0;
        for (int i = 1; i < logits.length; i++) {
            if (logits[i] > logits[best]) {
                best = i;
            }
        }
        return best;
    }

    /** The smallest of the k largest. */
    private static float smallestOf(int k, float[] logits) {
        float[] sorted = logits.clone();
        Arrays.sort(sorted);
        return sorted[Math.max(0, sorted.length - k)];
    }
}
