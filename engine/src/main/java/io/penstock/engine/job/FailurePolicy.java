package io.penstock.engine.job;

import io.penstock.engine.rule.Rules;

/**
 * What happens when a worker is lost.
 *
 * @param maxRestarts how often the job starts again before it fails
 */
public record FailurePolicy(int maxRestarts) {

    public FailurePolicy {
        new Rules().between("maxRestarts", maxRestarts, 0, 1000).check();
    }
}
