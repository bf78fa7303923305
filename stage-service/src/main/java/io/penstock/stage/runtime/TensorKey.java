package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;

/**
 * What a tensor between ranks is for; arrival order never matters, this key does.
 *
 * @param step training step; for evaluations the steps done
 * @param stage the stage that receives it; for a collective the stage it tells about, or the rank it goes to
 * @param microBatch micro-batch, or the batch of an evaluation
 */
public record TensorKey(TensorKind kind, long step, int stage, int microBatch) {

    @Override
    public String toString() {
        return "%s of micro-batch %d for stage %d"
                .formatted(kind.name().toLowerCase(java.util.Locale.ROOT), microBatch, stage);
    }
}
