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
            case FORWARD, EVALUATION -> {
                checkStages(fromRank, header, header.stage() - 1);
                checkShape(header, run.activations(), run.outputWidths().get(header.stage() - 1));
            }
            case BACKWARD -> {
                checkStages(fromRank, header, header.stage() + 1);
                checkShape(header, run.activations(), run.outputWidths().get(header.stage()));
            }
            case SEGMENTS, EVALUATION_SEGMENTS -> {
                checkStages(fromRank, header, header.stage() - 1);
                checkShape(header, ElementType.I32, run.tokens());
            }
            case TIED -> checkTied(fromRank, header);
            case SAMPLED -> checkSampled(fromRank, header);
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

    private void checkStages(int fromRank, TensorHeader header, int fromStage) throws RefusedException {
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
    }

    private void checkSampled(int fromRank, TensorHeader header) throws RefusedException {
        StageMap map = run.rank().map();
        boolean right = fromRank == map.rankOf(map.stages() - 1)
                && header.elementType() == ElementType.I32
                && header.dims().equals(List.of(1));
        if (!right) {
            throw new RefusedException("a token is I32 [1] from the last stage, got %s %s from rank %d"
                    .formatted(header.elementType(), header.dims(), fromRank));
        }
    }

    private void checkTied(int fromRank, TensorHeader header) throws RefusedException {
        boolean known = header.stage() >= 0 && header.stage() < run.ties().size();
        if (!known || !run.ties().get(header.stage()).joins(fromRank, run.rank())) {
            throw new RefusedException("rank %d shares no parameter %d with rank %d"
                    .formatted(fromRank, header.stage(), run.rank().rank()));
        }
        long most = run.ties().get(header.stage()).frameBytes();
        boolean right = header.elementType() == ElementType.F32 || header.elementType() == ElementType.I32;
        if (!right || header.payloadBytes() > most) {
            throw new RefusedException("shared parameter %d takes at most %d bytes of F32 or I32, got %s %s"
                    .formatted(header.stage(), most, header.elementType(), header.dims()));
        }
    }

    private static boolean inside(int stage, StageMap map) {
        return stage >= 0 && stage < map.stages();
    }

    private void checkShape(TensorHeader header, ElementType type, int width) throws RefusedException {
        List<Integer> dims = header.dims();
        boolean right = header.elementType() == type
                && dims.size() >= 2
                && dims.getFirst() <= run.batchSize()
                && fits(header, type, width);
        if (!right) {
            throw new RefusedException("stage %d takes %s [at most %d, %s%d values], got %s %s"
                    .formatted(
                            header.stage(),
                            type,
                            run.batchSize(),
                            run.tokens() == 1 ? "" : "at most ",
                            width,
                            header.elementType(),
                            dims));
        }
    }

    /** Samples may be shorter than the longest, where they are sequences. */
    private boolean fits(TensorHeader header, ElementType type, int width) {
        long most = (long) header.dims().getFirst() * width * type.bytes();
        return run.tokens() == 1 ? header.payloadBytes() == most : header.payloadBytes() <= most;
    }
}
