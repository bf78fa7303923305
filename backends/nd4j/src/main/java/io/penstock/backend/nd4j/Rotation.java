package io.penstock.backend.nd4j;

import static io.penstock.backend.nd4j.Nd4jTensor.matrix;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.penstock.engine.backend.AttentionKernels.Heads;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.broadcast.BroadcastMulOp;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Rotary position embedding as out = in ⊙ cosines, plus in ⊙ sines with the halves of each head exchanged. The two tables are as
 * wide as a sample, so that the products are dense, and those of the last call are kept.
 */
final class Rotation implements AutoCloseable {

    private final Scratch scratch;
    private @Nullable Tables tables;

    /** What tables depend on. */
    record Key(Heads heads, double base, boolean inverse, int positions) {

        private int sample() {
            return positions * heads.packed();
        }
    }

    /**
     * Two tables [1, positions · packed].
     *
     * @param cosines 1 for values
     * @param sines of the angle for the first half of a head, minus that for the second, undefined for values
     */
    private record Tables(Key key, Storage cosines, Storage sines) {

        static Tables of(Key key) {
            var layout = new Storage.Layout(DType.F32, 1, key.sample());
            var tables = new Tables(key, Storage.allocate(layout), Storage.allocate(layout));
            tables.fill();
            tables.cosines.hostWritten();
            tables.sines.hostWritten();
            return tables;
        }

        private void fill() {
            Heads heads = key.heads();
            MemorySegment cosine = cosines.host();
            MemorySegment sine = sines.host();
            int half = heads.size() / 2;
            for (int i = 0; i < key.sample(); i++) {
                int column = i % heads.packed();
                if (column >= (heads.heads() + heads.keyHeads()) * heads.size()) {
                    cosine.setAtIndex(JAVA_FLOAT, i, 1);
                    sine.setAtIndex(JAVA_FLOAT, i, 0);
                } else {
                    int inHead = column % heads.size();
                    double frequency = Math.pow(key.base(), -2.0 * (inHead % half) / heads.size());
                    int position = i / heads.packed();
                    double angle = position * frequency * (key.inverse() ? -1 : 1);
                    cosine.setAtIndex(JAVA_FLOAT, i, (float) Math.cos(angle));
                    sine.setAtIndex(JAVA_FLOAT, i, (float) (inHead < half ? Math.sin(angle) : -Math.sin(angle)));
                }
            }
        }

        void free() {
            cosines.free();
            sines.free();
        }
    }

    Rotation(Scratch scratch) {
        this.scratch = scratch;
    }

    void rotate(Key key, Tensor in, Tensor out) {
        Tables kept = tables(key);
        int samples = in.shape().dimension(0);
        try (Nd4jTensor products = scratch.take(samples, key.sample())) {
            timesRow(samples, in, kept.sines(), matrix(products));
            timesRow(samples, in, kept.cosines(), matrix(out));
            half(key, samples, matrix(out), 0).addi(half(key, samples, matrix(products), 1));
            half(key, samples, matrix(out), 1).addi(half(key, samples, matrix(products), 0));
        }
    }

    private static void timesRow(int samples, Tensor in, Storage table, INDArray out) {
        long size = table.layout().columns();
        long[] shape = {samples, size};
        Nd4j.getExecutioner()
                .exec(new BroadcastMulOp(
                        Arithmetic.view(matrix(in), 0, shape, size, 1),
                        table.matrix(),
                        Arithmetic.view(out, 0, shape, size, 1),
                        1));
    }

    /** The first or second halves of all queries and keys: [rows, heads + keyHeads, size ÷ 2]. */
    private static INDArray half(Key key, int samples, INDArray packed, int which) {
        Heads heads = key.heads();
        int size = heads.size() / 2;
        long[] shape = {(long) samples * key.positions(), heads.heads() + heads.keyHeads(), size};
        return Arithmetic.view(packed, (long) which * size, shape, heads.packed(), heads.size(), 1);
    }

    private Tables tables(Key key) {
        if (tables == null || !tables.key().equals(key)) {
            close();
            tables = Tables.of(key);
        }
        return tables;
    }

    @Override
    public void close() {
        if (tables != null) {
            tables.free();
            tables = null;
        }
    }
}
