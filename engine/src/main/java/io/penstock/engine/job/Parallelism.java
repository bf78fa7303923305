package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.common.schedule.StageMap;
import io.penstock.engine.rule.Rules;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a job is spread over workers. What is left out the planner chooses.
 *
 * @param pipeline ranks that the layers are cut for
 * @param chunks stages of one rank
 * @param microBatches slices of one step's batch
 * @param schedule the order of forward and backward actions
 * @param layers how many layers each stage gets, in stage order
 * @param stageRanks which rank owns each stage, in stage order; ranks may own different numbers of stages
 * @param memoryMiB what a worker may use for weights, optimizer state and activations
 * @param adaptive true to change the schedule between two steps when the measured costs promise a shorter step
 * @param data replicas of the pipeline
 * @param sequence workers that share one sequence
 */
public record Parallelism(
        @JsonProperty(defaultValue = "1") int pipeline,
        @Nullable Integer chunks,
        @Nullable Integer microBatches,
        @JsonProperty(defaultValue = "\"auto\"") ScheduleChoice schedule,
        @Nullable List<Integer> layers,
        @Nullable List<Integer> stageRanks,
        @Nullable Integer memoryMiB,
        @JsonProperty(defaultValue = "false") boolean adaptive,
        @JsonProperty(defaultValue = "1") int data,
        @JsonProperty(defaultValue = "{}") TensorParallelism tensor,
        @JsonProperty(defaultValue = "1") int sequence) {

    private static final int MAX_RANKS = 1024;
    private static final int MAX_CHUNKS = 64;
    private static final int MAX_MICRO_BATCHES = 4096;
    private static final int MAX_MEBIBYTES = 1 << 24;

    public Parallelism {
        layers = layers == null ? null : List.copyOf(layers);
        Rules rules = new Rules()
                .between("pipeline", pipeline, 1, MAX_RANKS)
                .between("chunks", Objects.requireNonNullElse(chunks, 1), 1, MAX_CHUNKS)
                .between("microBatches", Objects.requireNonNullElse(microBatches, 1), 1, MAX_MICRO_BATCHES)
                .between("memoryMiB", Objects.requireNonNullElse(memoryMiB, 1), 1, MAX_MEBIBYTES);
        schedule.state(rules);
        if (stageRanks != null) {
            stageRanks = List.copyOf(stageRanks);
            ownMap(rules, stageRanks, pipeline, schedule);
        }
        notYet(rules, "data", "data parallelism", data);
        notYet(rules, "tensor/size", "tensor parallelism", tensor.size());
        notYet(rules, "sequence", "sequence parallelism", sequence);
        rules.require(tensor.mode().equals("1d"), "/tensor/mode", "mode is \"%s\": use 1d".formatted(tensor.mode()))
                .check();
    }

    /** The stage map that the user wants, if he names one. */
    public @Nullable StageMap stageMap() {
        return stageRanks == null ? null : StageMap.of(stageRanks);
    }

    private static void ownMap(Rules rules, List<Integer> stageRanks, int pipeline, ScheduleChoice schedule) {
        List<Integer> owners = stageRanks.stream().distinct().sorted().toList();
        rules.require(
                        schedule.isAuto(),
                        "/stageRanks",
                        "stageRanks places the stages but schedule is \"%s\", which places them itself: use auto or remove stageRanks"
                                .formatted(schedule))
                .require(
                        owners.equals(IntStream.range(0, pipeline).boxed().toList()),
                        "/stageRanks",
                        "stageRanks names the ranks %s but pipeline is %d: use each of 0 to %d at least once"
                                .formatted(owners, pipeline, pipeline - 1));
    }

    private static void notYet(Rules rules, String field, String feature, int value) {
        rules.require(
                value == 1,
                "/" + field,
                "%s is %d but %s is not available yet: use 1".formatted(field, value, feature));
    }
}
