package io.penstock.engine.data;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.OptionalInt;

/** A data set's specification, which knows how to load it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "csv", value = CsvSource.class),
    @JsonSubTypes.Type(name = "idx", value = IdxSource.class),
    @JsonSubTypes.Type(name = "synthetic", value = SyntheticSource.class)
})
public interface DataSource {

    /** True if samples carry a class label, false if they carry target values. */
    boolean labelled();

    /** Values of one sample, if the specification alone tells. */
    OptionalInt declaredInputs();

    /** Classes or target values of one sample, if the specification alone tells. */
    OptionalInt declaredOutputs();

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
