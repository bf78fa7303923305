package io.penstock.engine.layer;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Token numbers to vectors: the row of the token's number, plus the row of its position, plus the row of its type, each from a
 * table of its own. Takes I32 [n, t], or [n, 2, t] with types after numbers; without types every token has type 0.
 *
 * @param words [vocabulary, size]; a head may share it
 * @param positions [contextLength, size], absent for none
 * @param types [types, size], absent for none
 */
public record TokenEmbedding(
        String name,
        int size,
        ParameterSpec words,
        @Nullable ParameterSpec positions,
        @Nullable ParameterSpec types) implements Layer {

    private static final int WORDS = 0;
    private static final int NUMBERS = 0;
    private static final int TYPES = 1;

    @Override
    public LayerCost cost(int tokens) {
        long bytes = (long) Float.BYTES * size * tokens;
        long numbers = (types == null ? 1L : 2L) * Integer.BYTES * tokens;
        double flops = (double) size * tokens * parameters().size();
        return new LayerCost(flops, 0, flops, numbers, numbers + bytes, bytes);
    }

    @Override
    public List<ParameterSpec> parameters() {
        return Stream.of(words, positions, types).filter(Objects::nonNull).toList();
    }

    @Override
    public Tensor forward(Pass pass, Tensor in) {
        Backend backend = pass.backend();
        boolean typed = in.shape().rank() == 3;
        int samples = in.shape().dimension(0);
        int tokens = in.shape().columns();
        Tensor out = backend.allocate(pass.parameter(WORDS).value().dtype(), Shape.of(samples, tokens, size));
        try (Tensor numbers = typed ? half(backend, in, 0) : in.retain()) {
            backend.gather(pass.parameter(WORDS).value(), numbers, 0, out);
            pass.save(numbers);
        }
        if (positions != null) {
            backend.addPositions(out, pass.parameter(1).value());
        }
        if (types != null) {
            try (Tensor kinds = typed ? half(backend, in, 1) : RowNumbers.of(backend, samples * tokens, i -> 0)) {
                backend.gather(pass.parameter(typesIndex()).value(), kinds, 1, out);
                pass.save(kinds);
            }
        }
        return out;
    }

    private int typesIndex() {
        return positions == null ? 1 : 2;
    }

    /** The numbers or the types of [n, 2, t]. */
    private static Tensor half(Backend backend, Tensor in, int which) {
        int samples = in.shape().dimension(0);
        int tokens = in.shape().columns();
        Tensor out = backend.allocate(DType.I32, Shape.of(samples, tokens));
        MemorySegment from = backend.hostRead(in);
        MemorySegment to = backend.hostWrite(out);
        long bytes = (long) Integer.BYTES * tokens;
        for (int i = 0; i < samples; i++) {
            MemorySegment.copy(from, (2L * i + which) * bytes, to, i * bytes, bytes);
        }
        backend.hostWritten(out);
        return out;
    }

    @Override
    public @Nullable Tensor backwardInput(Pass pass, Tensor gradOut) {
        if (pass.inputNeeded()) {
            throw new IllegalStateException(
                    "token numbers have no gradient: %s must be the first layer".formatted(name));
        }
        pass.keepGradient(gradOut);
        return null;
    }

    @Override
    public void backwardWeight(Pass pass) {
        Backend backend = pass.backend();
        Tensor gradOut = pass.gradient();
        pass.parameter(WORDS).addRows(backend, pass.saved(NUMBERS), gradOut);
        if (positions != null) {
            Parameter table = pass.parameter(1);
            backend.sumPositions(gradOut, table.beta(), table.gradient());
        }
        if (types != null) {
            pass.parameter(typesIndex()).addRows(backend, pass.saved(TYPES), gradOut);
        }
    }
}
