package io.penstock.engine.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.penstock.engine.rule.Rules;

/**
 * When the state of a run is written to disk.
 *
 * @param everySteps training steps between two checkpoints
 * @param keep how many of the newest stay
 */
public record Checkpoint(
        int everySteps, @JsonProperty(defaultValue = "3") int keep) {

    public Checkpoint {
        new Rules()
                .between("everySteps", everySteps, 1, 1_000_000_000)
                .between("keep", keep, 1, 1000)
                .check();
    }
}
