package io.penstock.cli;

import io.penstock.engine.onnx.OnnxImport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a folder that a job can start from out of an ONNX file; needs no server. */
@Command(
        name = "import-onnx",
        description = "Turns a BERT encoder in an ONNX file into a folder that a job can start from.")
final class ImportOnnx implements Callable<Integer> {

    @Mixin
    private final Output output = new Output();

    @Parameters(index = "0", paramLabel = "FILE", description = "The ONNX file, as PyTorch exports it.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "Where config.json, model.safetensors and, if one is beside FILE, tokenizer.json go.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        OnnxImport.Summary written = OnnxImport.run(file, folder);
        output.out()
                .printf(
                        "wrote %s: %d tensors, %,d values, %s%n",
                        folder,
                        written.tensors(),
                        written.values(),
                        written.tokenizer() ? "tokenizer" : "no tokenizer");
        if (!written.leftOut().isEmpty()) {
            output.err().printf("left out, no part of the encoder: %s%n", String.join(", ", written.leftOut()));
        }
        return 0;
    }
}
