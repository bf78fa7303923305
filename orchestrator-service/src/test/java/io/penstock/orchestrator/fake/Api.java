package io.penstock.orchestrator.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client of one orchestrator. */
public final class Api {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final String root;

    public Api(int port) {
        this.root = "http://127.0.0.1:" + port;
    }

    /** A status and a body, which is JSON unless it is empty. */
    public record Answer(int status, JsonNode json, HttpResponse<String> raw) {

        public String code() {
            return json.path("code").asString("");
        }

        public String contentType() {
            return raw.headers().firstValue("Content-Type").orElse("");
        }
    }

    public Answer get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    public Answer delete(String path) {
        return send(request(path).DELETE());
    }

    public Answer post(String path, String body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** The lines of an event stream, as they come. */
    public Stream<String> lines(String path, String... headers) {
        try {
            return CLIENT.send(request(path, headers).GET().build(), HttpResponse.BodyHandlers.ofLines())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            boolean json = type.contains("json") && !response.body().isEmpty();
            return new Answer(
                    response.statusCode(), new JsonMapper().readTree(json ? response.body() : "{}"), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(root + path)).timeout(TIMEOUT);
        return headers.length == 0 ? request : request.headers(headers);
    }
}
