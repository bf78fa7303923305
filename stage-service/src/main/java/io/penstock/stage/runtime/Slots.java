package io.penstock.stage.runtime;

import io.penstock.engine.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Tensors on their way between two actions of one rank, by stage and micro-batch. Owns what it holds. */
final class Slots implements AutoCloseable {

    private final String content;
    private final @Nullable Tensor[][] tensors;

    /** @param content what it holds, in words for errors */
    Slots(String content, int stages, int microBatches) {
        this.content = content;
        this.tensors = new Tensor[stages][microBatches];
    }

    void put(int stage, int microBatch, Tensor tensor) {
        if (tensors[stage][microBatch] != null) {
            throw new IllegalStateException(
                    "%s of stage %d, micro-batch %d exists already".formatted(content, stage, microBatch));
        }
        tensors[stage][microBatch] = tensor;
    }

    /** Hands the tensor to the caller, who owns it then. */
    Tensor take(int stage, int microBatch) {
        Tensor tensor = tensors[stage][microBatch];
        if (tensor == null) {
            throw new IllegalStateException(
                    "%s of stage %d, micro-batch %d is not there yet".formatted(content, stage, microBatch));
        }
        tensors[stage][microBatch] = null;
        return tensor;
    }

    @Override
    public void close() {
        for (@Nullable Tensor[] row : tensors) {
            for (int i = 0; i < row.length; i++) {
                Tensor tensor = row[i];
                if (tensor != null) {
                    tensor.close();
                    row[i] = null;
                }
            }
        }
    }
}
