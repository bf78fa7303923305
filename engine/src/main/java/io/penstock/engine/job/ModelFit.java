package io.penstock.engine.job;

import io.penstock.engine.data.DataSet;
import io.penstock.engine.data.Form;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.model.Model;
import io.penstock.engine.rule.FieldError;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/** Compares loaded samples with the model that is to learn them. */
final class ModelFit {

    private static final ValueLayout.OfInt LABEL = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ModelFit() {}

    /** @throws InvalidDataException if sizes differ or a label is no class of the model */
    static void check(DataSet samples, Model model) {
        require(FormFit.input(samples.inputForm(), model));
        if (samples.targetForm() instanceof Form.Label label) {
            labels(samples, label.classes(), model.outputSize());
        } else {
            require(FormFit.target(samples.targetForm(), model));
        }
    }

    private static void require(List<FieldError> faults) {
        for (FieldError fault : faults) {
            throw new InvalidDataException(fault.pointer(), fault.detail());
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
