package io.penstock.engine.job;

import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
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
        switch (samples.inputForm()) {
            case Form.Values values -> equal("inputSize", model.inputSize(), values.size(), "values a sample");
            case Form.Tokens tokens -> {
                atMost("contextLength", tokens.length(), model.contextLength(), "tokens a sample");
                atMost("vocabulary", tokens.vocabulary(), model.inputSize(), "different tokens");
            }
            case Form.Label _, Form.TokenLabels _ -> throw new IllegalArgumentException("labels are no inputs");
        }
        switch (samples.targetForm()) {
            case Form.Values values -> equal("outputSize", model.outputSize(), values.size(), "targets a sample");
            case Form.Label label -> labels(samples, label.classes(), model.outputSize());
            case Form.TokenLabels labels ->
                atMost("vocabulary", labels.classes(), model.outputSize(), "different tokens");
            case Form.Tokens _ -> throw new IllegalArgumentException("tokens are no targets");
        }
    }

    private static void equal(String field, int actual, int wanted, String unit) {
        if (actual != wanted) {
            throw new InvalidDataException(
                    "/model/" + field,
                    "model.%s is %d but the data has %d %s: use %d".formatted(field, actual, wanted, unit, wanted));
        }
    }

    private static void atMost(String field, int needed, int available, String unit) {
        if (needed > available) {
            throw new InvalidDataException(
                    "/model/" + field,
                    "model.%s is %d but the data has %d %s: use at least %d"
                            .formatted(field, available, needed, unit, needed));
        }
    }

    private static void labels(DataSet samples, int used, int classes) {
        if (used <= classes && used > 0) {
            // labels below 0 were refused when the file was read
            return;
        }
        MemorySegment out = MemorySegment.ofArray(new byte[Integer.BYTES]);
        int[] row = new int[1];
        for (; row[0] < samples.trainingSamples() + samples.validationSamples(); row[0]++) {
            samples.targets(new DataSet.Draw(-1, row, 0, 1), out);
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
