package io.penstock.orchestrator.run;

import io.penstock.engine.rule.FieldError;
import java.util.List;

/** A run cannot go on. The message is the job's reason: worker, rank, step and action in one sentence. */
final class RunFault extends RuntimeException {

    private final transient List<FieldError> errors;

    RunFault(String reason) {
        this(reason, List.of());
    }

    RunFault(String reason, List<FieldError> errors) {
        super(reason);
        this.errors = List.copyOf(errors);
    }

    List<FieldError> errors() {
        return errors;
    }
}
