package io.penstock.orchestrator.api;

import io.penstock.engine.job.InvalidJobException;
import io.penstock.engine.rule.FieldError;
import io.penstock.orchestrator.job.IllegalTransitionException;
import io.penstock.orchestrator.job.JobConflictException;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.UnknownJobException;
import io.penstock.orchestrator.plan.BusyPlanDeskException;
import io.penstock.orchestrator.plan.RescheduleRefusedException;
import io.penstock.orchestrator.watch.TooManyWatchersException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error as a problem (RFC 9457) with a {@code code} for programs and {@code errors} that point at fields. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final int RETRY_SECONDS = 5;
    private static final String STORE_AWAY =
            "the job store cannot be reached: send the request again later, a submission with the same Idempotency-Key";

    private final Jobs jobs;

    ProblemAdvice(Jobs jobs) {
        this.jobs = jobs;
    }

    /** A fault of the whole document is one of its syntax; any other belongs to a field. */
    @ExceptionHandler
    ProblemDetail refused(InvalidJobException e) {
        FieldError first = e.errors().getFirst();
        if (first.pointer().isEmpty()) {
            return problem(HttpStatus.BAD_REQUEST, "malformed_json", first.detail(), e.errors());
        }
        String detail = e.errors().size() == 1
                ? first.detail()
                : "the job has %d faults, see errors".formatted(e.errors().size());
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, "job_refused", detail, e.errors());
    }

    @ExceptionHandler
    ProblemDetail tooLarge(BodyTooLargeException e) {
        return problem(HttpStatus.CONTENT_TOO_LARGE, "body_too_large", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ProblemDetail unknown(UnknownJobException e) {
        return problem(HttpStatus.NOT_FOUND, "job_unknown", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler({
        JobConflictException.class,
        IllegalTransitionException.class,
        NotPlannedException.class,
        RescheduleRefusedException.class
    })
    ProblemDetail conflict(RuntimeException e) {
        return problem(HttpStatus.CONFLICT, "conflict", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ProblemDetail notRecorded(NotRecordedException e) {
        HttpStatus status = e.forGood() ? HttpStatus.NOT_FOUND : HttpStatus.CONFLICT;
        return problem(status, "not_recorded", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ProblemDetail noModel(NoModelException e) {
        HttpStatus status = e.forGood() ? HttpStatus.NOT_FOUND : HttpStatus.CONFLICT;
        return problem(status, "no_model", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ProblemDetail bad(BadParameterException e) {
        return problem(HttpStatus.BAD_REQUEST, "bad_parameter", String.valueOf(e.getMessage()), List.of());
    }

    /** A client that has gone, or sent nothing for too long: nobody is left to answer. */
    @ExceptionHandler
    void gone(IOException e) {
        LOG.debug("a client has gone", e);
    }

    @ExceptionHandler
    ProblemDetail busy(TooManyWatchersException e) {
        return problem(HttpStatus.TOO_MANY_REQUESTS, "too_many_watchers", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ProblemDetail busy(BusyPlanDeskException e) {
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "planner_busy", String.valueOf(e.getMessage()), List.of());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(Exception e) {
        if (e instanceof RuntimeException failure && jobs.isStoreAway(failure)) {
            LOG.warn("the job store is away: {}", e.getMessage());
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, Integer.toString(RETRY_SECONDS))
                    .body(problem(HttpStatus.SERVICE_UNAVAILABLE, "store_unavailable", STORE_AWAY, List.of()));
        }
        LOG.error("a request failed", e);
        return ResponseEntity.internalServerError()
                .body(problem(
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        "internal",
                        "the orchestrator failed: its log says where",
                        List.of()));
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<FieldError> errors = e.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> new FieldError(
                                "",
                                "%s %s"
                                        .formatted(
                                                result.getMethodParameter().getParameterName(),
                                                error.getDefaultMessage()))))
                .toList();
        return handleExceptionInternal(
                e,
                problem(
                        HttpStatus.BAD_REQUEST,
                        "bad_parameter",
                        errors.getFirst().detail(),
                        errors),
                headers,
                status,
                request);
    }

    /** Gives the errors of Spring MVC the same shape. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ResponseEntity<Object> response = super.handleExceptionInternal(e, body, headers, status, request);
        if (response != null && response.getBody() instanceof ProblemDetail problem && !isComplete(problem)) {
            complete(problem, codeOf(status), List.of());
        }
        return response;
    }

    static ProblemDetail problem(HttpStatus status, String code, String detail, List<FieldError> errors) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        complete(problem, code, errors);
        return problem;
    }

    private static void complete(ProblemDetail problem, String code, List<FieldError> errors) {
        problem.setProperty("code", code);
        problem.setProperty("errors", errors);
    }

    private static boolean isComplete(ProblemDetail problem) {
        return problem.getProperties() != null && problem.getProperties().containsKey("code");
    }

    private static String codeOf(HttpStatusCode status) {
        HttpStatus known = HttpStatus.resolve(status.value());
        return known == null ? "error" : known.name().toLowerCase(Locale.ROOT);
    }
}
