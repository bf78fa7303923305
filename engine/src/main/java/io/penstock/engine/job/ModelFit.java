package io.penstock.engine.job;

import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.model.Model;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Compares loaded samples with the model that is to learn them. */
final class ModelFit {

    private static final ValueLayout.OfInt LABEL = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ModelFit() {}

    /** @throws InvalidDataException if sizes differ or a label is no class of the model */
    static void check(DataSet samples, Model model) {
        equal("inputSize", model.inputSize(), samples.inputSize(), "values a sample");
        if (samples.labelled()) {
            labels(samples, model.outputSize());
        } else {
            equal("outputSize", model.outputSize(), samples.targetSize(), "targets a sample");
        }
    }

    private static void equal(String field, int actual, int wanted, String unit) {
        if (actual != wanted) {
            throw new InvalidDataException(
                    "/model/" + field,
                    "model.%s is %d but the data has %d %s: use %d".formatted(field, actual, wanted, unit, wanted));
        }
    }

    private static void labels(DataSet samples, int classes) {
        int[] row = new int[1];
        MemorySegment out = MemorySegment.ofArray(new byte[Integer.BYTES]);
        int rows = samples.trainingSamples() + samples.validationSamples();
        for (; row[0] < rows; row[0]++) {
            samples.targets(row, 0, 1, out);
            int label = out.get(LABEL, 0);
            if (label < 0 || label >= classes) {
                throw new InvalidDataException(
                        "/model/outputSize",
                        "%s has label %d but model.outputSize is %d, so labels are 0 to %d: correct the row or use at least %d"
                                .formatted(samples.origin(row[0]), label, classes, classes - 1, label + 1L));
            }
        }
    }
}
