package io.penstock.orchestrator.setting;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in two sentences why an exposed orchestrator did not start and what to set. */
final class ExposedWithoutSecretFailureAnalyzer extends AbstractFailureAnalyzer<ExposedWithoutSecretException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ExposedWithoutSecretException cause) {
        return new FailureAnalysis(
                "The orchestrator would be open to everybody: " + cause.getMessage() + ".",
                "Set %s, or listen on 127.0.0.1.".formatted(cause.remedy()),
                cause);
    }
}
