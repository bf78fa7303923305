package io.penstock.engine.tensor;

import java.util.Arrays;

/** The dimensions of a dense row-major array, outermost first; rank at most 8, a dimension may be 0. */
public final class Shape {

    public static final int MAX_RANK = 8;

    private final int[] dimensions;

    private Shape(int[] dimensions) {
        this.dimensions = dimensions;
    }

    public static Shape of(int... dimensions) {
        if (dimensions.length > MAX_RANK || Arrays.stream(dimensions).anyMatch(size -> size < 0)) {
            throw new IllegalArgumentException("a shape has at most %d dimensions, none negative, got %s"
                    .formatted(MAX_RANK, Arrays.toString(dimensions)));
        }
        return new Shape(dimensions.clone());
    }

    public int rank() {
        return dimensions.length;
    }

    public int dimension(int index) {
        return dimensions[index];
    }

    public int[] toArray() {
        return dimensions.clone();
    }

    /** Number of elements; 1 for a scalar. */
    public long size() {
        long size = 1;
        for (int dimension : dimensions) {
            size = Math.multiplyExact(size, dimension);
        }
        return size;
    }

    /** The last dimension: the features of one row. */
    public int columns() {
        return dimensions.length == 0 ? 1 : dimensions[dimensions.length - 1];
    }

    /** The product of all dimensions but the last. */
    public int rows() {
        int rows = 1;
        for (int i = 0; i < dimensions.length - 1; i++) {
            rows = Math.multiplyExact(rows, dimensions[i]);
        }
        return rows;
    }

    /** This shape with another innermost dimension: the same rows with other features. */
    public Shape withColumns(int size) {
        int[] copy = dimensions.clone();
        copy[copy.length - 1] = size;
        return of(copy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape && Arrays.equals(dimensions, shape.dimensions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dimensions);
    }

    @Override
    public String toString() {
        return Arrays.toString(dimensions);
    }
}
