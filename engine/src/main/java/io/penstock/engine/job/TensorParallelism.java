package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How each layer is split over workers.
 *
 * @param size workers that share one layer
 * @param mode how weights are cut
 */
public record TensorParallelism(
        @JsonProperty(defaultValue = "1") int size,
        @JsonProperty(defaultValue = "1d") String mode) {}
