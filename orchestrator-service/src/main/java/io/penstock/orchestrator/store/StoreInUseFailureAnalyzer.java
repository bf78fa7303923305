package io.penstock.orchestrator.store;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a second orchestrator. */
final class StoreInUseFailureAnalyzer extends AbstractFailureAnalyzer<StoreInUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreInUseException cause) {
        return new FailureAnalysis(
                "The job store cannot be used: " + cause.getMessage() + ".",
                "End that orchestrator, or name another database in spring.datasource.url.",
                cause);
    }
}
