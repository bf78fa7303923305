package io.penstock.engine.checkpoint;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.ParameterSpec.Part;
import io.penstock.engine.model.Adoption;
import io.penstock.engine.model.Model;
import io.penstock.engine.progress.Progress;
import io.penstock.engine.stage.Weights;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of a model's parameters from the tensors of a checkpoint, found by name. Used by one thread. */
public final class StoredWeights implements Weights.Source {

    /** Values between two reports of progress. */
    private static final long PIECE = 1 << 22;

    private final StoredTensors tensors;
    private final Model model;
    private final Weights.Source drawn;
    private final Progress progress;
    private final long bytes;
    private long read;

    /**
     * Weights of some of a model's layers.
     *
     * @param drawn for what the model may have anew
     * @param bytes of the parameters that will be asked for, as far as is known
     */
    public StoredWeights(StoredTensors tensors, Model model, Weights.Source drawn, Progress progress, long bytes) {
        this.tensors = tensors;
        this.model = model;
        this.drawn = drawn;
        this.progress = progress;
        this.bytes = bytes;
    }

    /** @throws InvalidCheckpointException if a tensor is not there or has another shape or type */
    @Override
    public void fill(Backend backend, ParameterSpec parameter, Tensor value) {
        if (isDrawn(parameter)) {
            drawn.fill(backend, parameter, value);
            return;
        }
        MemorySegment out = backend.hostWrite(value);
        long offset = 0;
        for (Part part : parameter.parts()) {
            TensorInfo stored = checked(part, find(part.name()));
            copy(stored.name(), part.shape().size(), out.asSlice(offset));
            offset += Float.BYTES * part.shape().size();
        }
        backend.hostWritten(value);
    }

    private void copy(String name, long count, MemorySegment out) {
        for (long from = 0; from < count; from += PIECE) {
            long piece = Math.min(PIECE, count - from);
            tensors.floats(name, from, piece, out.asSlice(Float.BYTES * from));
            read += Float.BYTES * piece;
            progress.report("loading %s, bytes".formatted(model.from()), read, Math.max(read, bytes));
        }
    }

    private boolean isDrawn(ParameterSpec parameter) {
        return parameter.parts().stream()
                .anyMatch(part -> model.adoption(part.name()) == Adoption.OR_DRAWN && !fits(part, find(part.name())));
    }

    private static boolean fits(Part part, @Nullable TensorInfo stored) {
        return stored != null && stored.shape().equals(part.shape());
    }

    private TensorInfo checked(Part part, @Nullable TensorInfo stored) {
        if (stored == null) {
            throw new InvalidCheckpointException(
                    tensors.file(), part.name(), "is not there: use a checkpoint of the same model");
        }
        boolean whole = model.adoption(part.name()) != Adoption.FIRST_ROWS;
        if (whole ? !fits(part, stored) : !isFirstRows(part.shape(), stored.shape())) {
            throw new InvalidCheckpointException(
                    tensors.file(),
                    stored.name(),
                    "has the shape %s but the model needs %s: use a checkpoint of the same model"
                            .formatted(stored.shape(), part.shape()));
        }
        return stored;
    }

    private static boolean isFirstRows(Shape part, Shape stored) {
        int[] few = part.toArray();
        int[] all = stored.toArray();
        return few.length == all.length && few[0] <= all[0] && Arrays.equals(few, 1, few.length, all, 1, all.length);
    }

    /** The tensor by its name here, or one of the other names that checkpoints of the family give it. */
    private @Nullable TensorInfo find(String name) {
        String prefix = model.prefix();
        String other = name.startsWith(prefix) ? name.substring(prefix.length()) : prefix + name;
        return Stream.of(name, other, former(name), former(other))
                .map(tensors.tensors()::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The first checkpoints of BERT name scale and shift of their norms otherwise. */
    private static String former(String name) {
        return name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta");
    }

    /** Bytes of the parameters that layers name, each counted once. */
    public static long bytes(List<ParameterSpec> parameters) {
        return parameters.stream()
                .distinct()
                .mapToLong(parameter -> Float.BYTES * parameter.shape().size())
                .sum();
    }
}
