package io.penstock.stage.worker;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.checkpoint.ModelAssembly;
import io.penstock.engine.checkpoint.SafetensorsWriter;
import io.penstock.engine.checkpoint.TensorInfo;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.progress.Progress;
import io.penstock.stage.runtime.Stages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a rank leaves of the model that was trained: the parameters at home here, by their names in checkpoints. */
final class WeightsFile {

    private WeightsFile() {}

    /** Writes the rank's shard into a folder, which is made if it is not there. */
    static void write(Path folder, int rank, Backend backend, Stages stages, Progress progress) throws IOException {
        List<Parameter> parameters = stages.parameters().toList();
        List<TensorInfo> tensors = parameters.stream()
                .flatMap(parameter -> parameter.spec().parts().stream())
                .map(ModelAssembly::stored)
                .toList();
        long total = tensors.stream().mapToLong(TensorInfo::bytes).sum();
        long done = 0;
        Files.createDirectories(folder);
        try (SafetensorsWriter writer = SafetensorsWriter.create(folder.resolve(ModelAssembly.shard(rank)), tensors)) {
            for (Parameter parameter : parameters) {
                writer.append(backend.hostRead(parameter.value()));
                done += parameter.value().bytes();
                progress.report("writing the weights, bytes", done, total);
            }
            writer.finish();
        }
    }
}
