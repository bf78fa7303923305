package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.common.schedule.Schedules;
import io.penstock.engine.rule.Rules;

/**
 * How a job is spread over workers.
 *
 * @param pipeline ranks that the layers are cut for
 * @param chunks stages of one rank
 * @param microBatches slices of one step's batch
 * @param schedule the order of forward and backward actions, by name
 * @param data replicas of the pipeline
 * @param sequence workers that share one sequence
 */
public record Parallelism(
        @JsonProperty(defaultValue = "1") int pipeline,
        @JsonProperty(defaultValue = "1") int chunks,
        @JsonProperty(defaultValue = "1") int microBatches,
        @JsonProperty(defaultValue = "1f1b") String schedule,
        @JsonProperty(defaultValue = "1") int data,
        @JsonProperty(defaultValue = "{}") TensorParallelism tensor,
        @JsonProperty(defaultValue = "1") int sequence) {

    private static final int MAX_RANKS = 1024;
    private static final int MAX_MICRO_BATCHES = 4096;

    public Parallelism {
        Rules rules = new Rules()
                .between("pipeline", pipeline, 1, MAX_RANKS)
                .between("microBatches", microBatches, 1, MAX_MICRO_BATCHES)
                .require(
                        Schedules.names().contains(schedule),
                        "/schedule",
                        "unknown schedule \"%s\": use one of %s"
                                .formatted(schedule, String.join(", ", Schedules.names())));
        notYet(rules, "chunks", "several stages a rank", chunks);
        notYet(rules, "data", "data parallelism", data);
        notYet(rules, "tensor/size", "tensor parallelism", tensor.size());
        notYet(rules, "sequence", "sequence parallelism", sequence);
        rules.require(tensor.mode().equals("1d"), "/tensor/mode", "mode is \"%s\": use 1d".formatted(tensor.mode()))
                .check();
    }

    private static void notYet(Rules rules, String field, String feature, int value) {
        rules.require(
                value == 1,
                "/" + field,
                "%s is %d but %s is not available yet: use 1".formatted(field, value, feature));
    }
}
