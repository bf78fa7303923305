package io.penstock.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An orchestrator made of canned answers; it remembers what it was asked. */
public final class StubServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Function<Request, Answer>> answers = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    public record Request(String line, Map<String, List<String>> headers, String body) {

        public String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.getFirst();
        }
    }

    public record Answer(int status, String type, String body) {}

    public StubServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static Answer json(int status, String body) {
        return new Answer(status, "application/json", body);
    }

    /** A stream of the given events that ends after them. */
    public static Answer events(String... events) {
        return new Answer(200, "text/event-stream", String.join("", events));
    }

    public static String event(String id, String name, String data) {
        return "id: %s\nevent: %s\ndata: %s\n\n".formatted(id, name, data);
    }

    public StubServer on(String line, Function<Request, Answer> answer) {
        answers.put(line, answer);
        return this;
    }

    public StubServer on(String line, Answer answer) {
        return on(line, request -> answer);
    }

    public List<Request> requests(String line) {
        return requests.stream().filter(request -> request.line().equals(line)).toList();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            Request request = new Request(line, Map.copyOf(exchange.getRequestHeaders()), body);
            requests.add(request);
            Answer answer = answers.getOrDefault(line, any -> json(404, "{\"detail\": \"nothing here\"}"))
                    .apply(request);
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
