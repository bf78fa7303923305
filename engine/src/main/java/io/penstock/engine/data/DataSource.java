package io.penstock.engine.data;

/** A data set's specification, which knows how to load it. */
public interface DataSource {

    /**
     * What can be said without reading the samples: paths stay under the root, files exist, numbers make sense.
     *
     * @throws InvalidDataException with the field at fault
     */
    void check(DataRoot root);

    /**
     * Reads all samples into memory. Equal arguments give equal content and order.
     *
     * @param seed keys the validation split and synthetic values
     * @throws InvalidDataException with the field at fault: unreadable or corrupt file, bad row, NaN, label out of range
     */
    DataSet load(DataRoot root, long seed);
}
