package io.penstock.backend.cpu;

import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;

/**
 * Rows [samples, length, columns] beside a table of positions.
 *
 * @param tableRows at least length
 */
record Positions(int samples, int length, int columns, int tableRows) {

    static Positions of(Tensor rows, Tensor table) {
        Shape shape = rows.shape();
        int tableRows = table.shape().rows();
        boolean fit =
                shape.rank() == 3 && shape.columns() == table.shape().columns() && shape.dimension(1) <= tableRows;
        if (!fit) {
            throw new IllegalArgumentException(
                    "a table of positions of shape %s must have the columns of %s [samples, length, columns] and at least length rows"
                            .formatted(table.shape(), shape));
        }
        return new Positions(shape.dimension(0), shape.dimension(1), shape.columns(), tableRows);
    }
}
