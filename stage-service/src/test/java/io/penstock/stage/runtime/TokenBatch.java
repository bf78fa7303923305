package io.penstock.stage.runtime;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.LossKernels;
import io.penstock.engine.stage.Flow;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sequences with a label for each token, trained on at every step. Sequences may differ in length; each micro-batch is padded to
 * its longest.
 *
 * @param ids [samples][length]
 * @param types [samples][length], null for none
 * @param labels [samples][length]
 * @param segmented true if segments go with the numbers
 */
@SuppressWarnings("ArrayRecordComponent")
record TokenBatch(int[][] ids, int[][] types, int[][] labels, boolean segmented) {

    int samples() {
        return ids.length;
    }

    Feed feed(Backend backend) {
        return new Feed() {
            @Override
            public Flow inputs(long step, int from, int to) {
                int length = longest(from, to);
                Tensor values = types == null
                        ? tensor(backend, Shape.of(to - from, length), rows(ids, from, to, length, 0))
                        : tensor(backend, Shape.of(to - from, 2, length), interleaved(from, to, length));
                return new Flow(values, segmented ? segments(backend, from, to, length) : null);
            }

            @Override
            public Tensor targets(long step, int from, int to) {
                int length = longest(from, to);
                return tensor(
                        backend, Shape.of(to - from, length), rows(labels, from, to, length, LossKernels.IGNORED));
            }

            @Override
            public long counted(long step, int samples) {
                return Arrays.stream(labels, 0, samples)
                        .flatMapToInt(Arrays::stream)
                        .filter(label -> label != LossKernels.IGNORED)
                        .count();
            }

            @Override
            public Flow heldOutInputs(int from, int to) {
                return inputs(0, from, to);
            }

            @Override
            public Tensor heldOutTargets(int from, int to) {
                return targets(0, from, to);
            }

            @Override
            public long heldOutCounted(int from, int to) {
                return Arrays.stream(labels, from, to)
                        .flatMapToInt(Arrays::stream)
                        .filter(label -> label != LossKernels.IGNORED)
                        .count();
            }
        };
    }

    private int longest(int from, int to) {
        return Arrays.stream(ids, from, to).mapToInt(row -> row.length).max().orElse(0);
    }

    private int[] interleaved(int from, int to, int length) {
        return IntStream.range(from, to)
                .mapToObj(i -> IntStream.concat(
                        Arrays.stream(rows(ids, i, i + 1, length, 0)), Arrays.stream(rows(types, i, i + 1, length, 0))))
                .flatMapToInt(each -> each)
                .toArray();
    }

    private static int[] rows(int[][] values, int from, int to, int length, int padding) {
        int[] flat = new int[(to - from) * length];
        Arrays.fill(flat, padding);
        for (int i = from; i < to; i++) {
            System.arraycopy(values[i], 0, flat, (i - from) * length, values[i].length);
        }
        return flat;
    }

    /** Labels of padding are ignored whatever the segments say; a sequence ends where its numbers do. */
    private Tensor segments(Backend backend, int from, int to, int length) {
        int[][] ones = Arrays.stream(ids)
                .map(row -> Arrays.stream(row).map(id -> id < 0 ? 0 : 1).toArray())
                .toArray(int[][]::new);
        return tensor(backend, Shape.of(to - from, length), rows(ones, from, to, length, 0));
    }

    private static Tensor tensor(Backend backend, Shape shape, int[] values) {
        Tensor tensor = backend.allocate(DType.I32, shape);
        var bytes = backend.hostWrite(tensor);
        for (int i = 0; i < values.length; i++) {
            bytes.setAtIndex(java.lang.foreign.ValueLayout.JAVA_INT, i, values[i]);
        }
        backend.hostWritten(tensor);
        return tensor;
    }
}
