package io.penstock.cli.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * The orchestrator's REST interface. Every call ends within {@link #ANSWER_DEADLINE}, with its result, a
 * {@link RefusedException} or an {@link UnreachableException}.
 */
public final class Client implements AutoCloseable {

    public static final Duration ANSWER_DEADLINE = Duration.ofSeconds(20);
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(5);

    private final URI server;
    private final @Nullable String token;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT_DEADLINE)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    public Client(URI server, @Nullable String token) {
        this.server = server;
        this.token = token;
    }

    public URI server() {
        return server;
    }

    /** Hands a job specification in; a repeated delivery of this one call counts once. */
    public JobView submit(String specification) {
        HttpRequest.Builder request = post("/jobs", specification)
                .header("Idempotency-Key", UUID.randomUUID().toString());
        return Json.MAPPER.readValue(send(request), JobView.class);
    }

    public JobPage jobs() {
        return Json.MAPPER.readValue(send(request("/jobs")), JobPage.class);
    }

    public JobView job(String id) {
        return Json.MAPPER.readValue(send(request("/jobs/" + id)), JobView.class);
    }

    /** The specification of a job, as it was accepted. */
    public JsonNode specification(String id) {
        return Json.MAPPER.readTree(send(request("/jobs/" + id))).get("spec");
    }

    public void stop(String id) {
        send(post("/jobs/" + id + "/stop", ""));
    }

    public List<WorkerView> workers() {
        return Json.MAPPER.readValue(send(request("/workers")), new TypeReference<List<WorkerView>>() {});
    }

    /** A {@link PlanView}. */
    public String plan(String specification) {
        return send(post("/plans", specification));
    }

    /**
     * A {@link TimelineView}.
     *
     * @param step counts from 1; null for the newest that was recorded
     */
    public String timeline(String id, @Nullable Long step) {
        return send(request(timelinePath(id, step)).setHeader("Accept", "application/vnd.penstock.timeline+json"));
    }

    /** The same as a Chrome trace. */
    public String trace(String id, @Nullable Long step) {
        return send(request(timelinePath(id, step)));
    }

    private static String timelinePath(String id, @Nullable Long step) {
        return "/jobs/" + id + "/timeline" + (step == null ? "" : "?step=" + step);
    }

    /** A {@link ProfileView}. */
    public String profile(String id) {
        return send(request("/jobs/" + id + "/profile"));
    }

    /** An {@link AdviceView}. */
    public String advice(String id) {
        return send(request("/jobs/" + id + "/advice"));
    }

    /** The table that a job executes, as text. */
    public String schedule(String id) {
        return send(request("/jobs/" + id + "/schedule").setHeader("Accept", "text/csv"));
    }

    /** Has a running job go over to another schedule; answers a {@link Switched}. */
    public String reschedule(String id, String body) {
        return send(post("/jobs/" + id + "/schedule", body));
    }

    /** What a job has trained. */
    public ModelFiles model(String id) {
        return Json.MAPPER.readValue(send(request("/jobs/" + id + "/model")), ModelFiles.class);
    }

    /**
     * Writes one file of a model; it may take as long as bytes keep coming.
     *
     * @param done hears how many bytes have come, a few times a second
     */
    public void download(String id, String file, Path target, LongConsumer done) throws IOException {
        Future<HttpResponse<Path>> answer =
                http.sendAsync(request("/jobs/%s/model/%s".formatted(id, file)).build(), BodyHandlers.ofFile(target));
        HttpResponse<Path> response = new Transfer(target, done).await(answer, server);
        if (response.statusCode() != 200) {
            throw new UnreachableException("%s answered %d to %s".formatted(server, response.statusCode(), file));
        }
    }

    /** Forgets a job that has ended. */
    public void delete(String id) {
        send(request("/jobs/" + id).DELETE());
    }

    public JsonNode version() {
        return Json.MAPPER.readTree(send(request("/version")));
    }

    /** The lines of a job's event stream, after the given event. */
    Stream<String> events(String id, @Nullable String lastEventId) {
        HttpRequest.Builder request = request("/jobs/" + id + "/events").setHeader("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpResponse<Stream<String>> response = await(http.sendAsync(request.build(), BodyHandlers.ofLines()));
        if (response.statusCode() != 200) {
            response.body().close();
            throw new UnreachableException(
                    "%s answered %d to %s".formatted(server, response.statusCode(), response.uri()));
        }
        return response.body();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).header("Accept", "application/json");
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpRequest.Builder post(String path, String body) {
        return request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }

    private String send(HttpRequest.Builder request) {
        HttpResponse<String> response = await(http.sendAsync(request.build(), BodyHandlers.ofString()));
        return switch (response.statusCode() / 100) {
            case 2 -> response.body();
            case 4 -> throw refusal(response);
            default ->
                throw new UnreachableException("%s answered %d: %s"
                        .formatted(
                                server,
                                response.statusCode(),
                                problem(response.body()).text()));
        };
    }

    private static RefusedException refusal(HttpResponse<String> response) {
        Problem problem = problem(response.body());
        return new RefusedException(
                "refused (%d): %s".formatted(response.statusCode(), problem.text()), problem.errors());
    }

    private static Problem problem(String body) {
        try {
            return Json.MAPPER.readValue(body, Problem.class);
        } catch (JacksonException notAProblem) {
            return new Problem(null, body.isBlank() ? null : body.strip(), List.of());
        }
    }

    private <T> T await(Future<T> answer) {
        try {
            return answer.get(ANSWER_DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new UnreachableException(
                    "%s did not answer within %d s".formatted(server, ANSWER_DEADLINE.toSeconds()));
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new UnreachableException("interrupted while waiting for " + server);
        } catch (ExecutionException e) {
            throw new UnreachableException("no orchestrator answers at %s (%s)".formatted(server, cause(e)));
        }
    }

    private static String cause(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
