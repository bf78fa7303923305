package io.penstock.stage.network;

import io.penstock.common.schedule.StageMap;
import io.penstock.common.wire.ElementType;
import io.penstock.common.wire.RefusedException;
import io.penstock.common.wire.TensorHeader;
import java.util.List;

/** What a frame may look like, checked before memory is allocated for it. */
record FrameRules(RunFrame run) {

    void check(int fromRank, TensorHeader header) throws RefusedException {
        if (header.attempt() != run.attempt()) {
            throw new RefusedException(
                    "the frame is of attempt %d, the run is attempt %d".formatted(header.attempt(), run.attempt()));
        }
        if (header.sourceRank() != fromRank) {
            throw new RefusedException(
                    "the frame claims rank %d on the connection of rank %d".formatted(header.sourceRank(), fromRank));
        }
        switch (header.kind()) {
            case FORWARD, EVALUATION -> checkSamples(fromRank, header, header.stage() - 1, header.stage() - 1);
            case BACKWARD -> checkSamples(fromRank, header, header.stage() + 1, header.stage());
            case COLLECTIVE -> {
                if (header.elementType() != ElementType.F64
                        || header.dims().size() != 1
                        || header.dims().getFirst() > run.parameterTensors()) {
                    throw new RefusedException("a collective holds at most %d values of F64, got %s %s"
                            .formatted(run.parameterTensors(), header.elementType(), header.dims()));
                }
            }
        }
    }

    private void checkSamples(int fromRank, TensorHeader header, int fromStage, int widthOf) throws RefusedException {
        StageMap map = run.rank().map();
        int stage = header.stage();
        boolean right = inside(stage, map)
                && inside(fromStage, map)
                && map.rankOf(stage) == run.rank().rank()
                && map.rankOf(fromStage) == fromRank;
        if (!right) {
            throw new RefusedException("rank %d has no %s for stage %d of rank %d"
                    .formatted(fromRank, header.kind(), stage, run.rank().rank()));
        }
        checkShape(header, run.outputWidths().get(widthOf));
    }

    private static boolean inside(int stage, StageMap map) {
        return stage >= 0 && stage < map.stages();
    }

    private void checkShape(TensorHeader header, int width) throws RefusedException {
        List<Integer> dims = header.dims();
        boolean right = header.elementType() == ElementType.F32
                && dims.size() >= 2
                && dims.getFirst() <= run.batchSize()
                && header.payloadBytes() == (long) dims.getFirst() * width * Float.BYTES;
        if (!right) {
            throw new RefusedException("stage %d takes F32 [at most %d, %d], got %s %s"
                    .formatted(header.stage(), run.batchSize(), width, header.elementType(), dims));
        }
    }
}
