package io.penstock.common.schedule;

/**
 * The size of a pipeline.
 *
 * @param ranks p
 * @param chunks v, the stages of one rank
 * @param microBatches m
 */
public record Shape(int ranks, int chunks, int microBatches) {

    public Shape {
        requirePositive("pipeline", ranks);
        requirePositive("chunks", chunks);
        requirePositive("microBatches", microBatches);
    }

    static void requirePositive(String field, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("parallelism.%s is %d: use at least 1".formatted(field, value));
        }
    }
}
