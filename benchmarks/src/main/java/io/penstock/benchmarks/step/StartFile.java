package io.penstock.benchmarks.step;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.checkpoint.SafetensorsWriter;
import io.penstock.engine.checkpoint.StoredType;
import io.penstock.engine.checkpoint.TensorInfo;
import io.penstock.engine.data.Form;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the other side starts from: all weights by their names in checkpoints, and the batch. */
final class StartFile {

    private StartFile() {}

    /** Writes {@code batch.inputs}, {@code batch.targets} and the parameters, in this order. */
    static void write(Path file, Backend backend, List<Parameter> parameters, FixedBatch batch) throws IOException {
        List<TensorInfo> tensors = new ArrayList<>();
        tensors.add(info("batch.inputs", batch.inputForm(), batch.trainingSamples()));
        tensors.add(info("batch.targets", batch.targetForm(), batch.trainingSamples()));
        for (Parameter parameter : parameters) {
            for (Part part : parameter.spec().parts()) {
                tensors.add(new TensorInfo(part.name(), StoredType.F32, part.shape()));
            }
        }
        try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors)) {
            writer.append(batch.inputs());
            writer.append(batch.targets());
            for (Parameter parameter : parameters) {
                writer.append(backend.hostRead(parameter.value()));
            }
            writer.finish();
        }
    }

    private static TensorInfo info(String name, Form form, int samples) {
        Shape shape = form.shape(samples, form.length());
        return new TensorInfo(name, form.dtype() == DType.I32 ? StoredType.I32 : StoredType.F32, shape);
    }
}
