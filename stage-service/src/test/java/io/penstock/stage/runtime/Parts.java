package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;

/** Tensors of parameters by the names that checkpoints have. */
final class Parts {

    private Parts() {}

    static void put(Backend backend, Parameter parameter, Tensor tensor, Map<String, float[]> out) {
        float[] values = backend.hostRead(tensor).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        parameter.forEachPart((part, offset) -> out.put(
                part.name(),
                Arrays.copyOfRange(values, offset, offset + (int) part.shape().size())));
    }

    /** Writes the values that are known; the others stay. */
    static void overwrite(Backend backend, ParameterSpec parameter, Map<String, float[]> known, Tensor value) {
        MemorySegment bytes = backend.hostWrite(value);
        long offset = 0;
        for (ParameterSpec.Part part : parameter.parts()) {
            float[] values = known.get(part.name());
            if (values != null) {
                MemorySegment.copy(MemorySegment.ofArray(values), 0, bytes, offset, (long) Float.BYTES * values.length);
            }
            offset += Float.BYTES * part.shape().size();
        }
        backend.hostWritten(value);
    }
}
