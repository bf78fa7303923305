package io.penstock.common.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds out which stages and micro-batches the lines of a table are about. */
record TableShape(StageMap stages, int microBatches) {

    static TableShape of(List<List<Action>> lines) {
        Map<Integer, Integer> owners = new TreeMap<>();
        int microBatches = 0;
        long cells = 0;
        for (int rank = 0; rank < lines.size(); rank++) {
            for (Action action : lines.get(rank)) {
                owners.putIfAbsent(action.stage(), rank);
                microBatches = Math.max(microBatches, action.microBatch() + 1);
                cells++;
            }
        }
        requireFull(lines.size(), owners, microBatches, cells);
        return new TableShape(StageMap.of(new ArrayList<>(owners.values())), microBatches);
    }

    /** Bounds the shape by the text's length; which single action is missing is the validator's to say. */
    private static void requireFull(int lines, Map<Integer, Integer> owners, int microBatches, long cells) {
        int stage = 0;
        for (int present : owners.keySet()) {
            if (present != stage++) {
                throw new IllegalArgumentException(
                        "the schedule has stage %d but no stage %d: number the stages from 0 without a gap"
                                .formatted(present, stage - 1));
            }
        }
        long ranks = owners.values().stream().distinct().count();
        if (owners.isEmpty() || ranks != lines) {
            throw new IllegalArgumentException(
                    "the schedule has %d lines and %d of them own a stage: write one line a rank"
                            .formatted(lines, ranks));
        }
        long least = (long) owners.size() * microBatches;
        if (cells < least) {
            throw new IllegalArgumentException(
                    "%d stages and micro-batches up to %d need at least %d cells, but the schedule has %d: add the missing actions"
                            .formatted(owners.size(), microBatches - 1, least, cells));
        }
    }

    ScheduleTable table(List<List<Action>> lines, List<List<Integer>> overlaps) {
        return new ScheduleTable(stages, microBatches, lines, overlaps);
    }
}
