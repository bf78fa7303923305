package io.penstock.orchestrator.job;

/** There is no such job. */
public final class UnknownJobException extends RuntimeException {

    public UnknownJobException(String id) {
        super("there is no job \"%s\": GET /jobs lists them".formatted(id));
    }
}
