package io.penstock.cli.client;

import static io.penstock.cli.Answers.line;
import static io.penstock.cli.StubServer.event;
import static io.penstock.cli.StubServer.events;
import static io.penstock.cli.StubServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.cli.Answers;
import io.penstock.cli.StubServer;
import io.penstock.cli.StubServer.Answer;
import io.penstock.cli.StubServer.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FollowerTest {

    private static final String EVENTS = "GET /jobs/j1/events";

    private final Heard heard = new Heard();
    private StubServer server;
    private Client client;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer().on("GET /jobs/j1", json(200, Answers.RUNNING));
        client = new Client(server.uri(), "secret");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void followWhenStreamBreaksConnectsAgainAfterTheLastEvent() throws InterruptedException {
        server.on(EVENTS, this::oneEventAConnection);

        follower(() -> {}).follow("j1");

        assertThat(heard.steps).containsExactly(1L, 2L);
        assertThat(server.requests(EVENTS).stream().map(it -> it.header("Last-event-id")))
                .containsExactly(null, "10", "11");
    }

    @Test
    void followWhenThereAreNoEventsAsksForTheJob() throws InterruptedException {
        server.on(
                "GET /jobs/j1",
                request -> json(200, server.requests("GET /jobs/j1").size() < 3 ? Answers.RUNNING : Answers.SUCCEEDED));

        JobView job = follower(() -> {}).follow("j1");

        assertThat(job.isSucceeded()).isTrue();
        assertThat(heard.states).startsWith("RUNNING", "RUNNING", "SUCCEEDED");
    }

    @Test
    void followWhenHealthThrowsGivesUp() {
        Follower follower = follower(() -> {
            throw new IllegalStateException("orchestrator died");
        });

        assertThatThrownBy(() -> follower.follow("j1")).hasMessage("orchestrator died");
    }

    @Test
    void followWhenJobIsUnknownRefuses() {
        assertThatThrownBy(() -> follower(() -> {}).follow("j2"))
                .isInstanceOf(RefusedException.class)
                .hasMessage("refused (404): nothing here");
    }

    @Test
    void followWhenEvaluatedTellsTheAccuracy() throws InterruptedException {
        server.on(
                EVENTS,
                events(
                        event("1", "evaluation", "{\"step\": 2, \"samples\": 9, \"loss\": 0.4, \"accuracy\": 0.9}"),
                        event("2", "unheard-of", "{}"),
                        event("3", "state", line(Answers.SUCCEEDED))));

        follower(() -> {}).follow("j1");

        assertThat(heard.evaluations).containsExactly(new Evaluation(0.4, 0.9));
    }

    @Test
    void followWhenThereIsLongWorkTellsHowFarItIs() throws InterruptedException {
        server.on(
                EVENTS,
                events(
                        event(
                                "1",
                                "work",
                                "{\"job\": \"j1\", \"what\": \"loading, bytes\", \"done\": 1, \"total\": 4}"),
                        event("2", "state", line(Answers.SUCCEEDED))));

        follower(() -> {}).follow("j1");

        assertThat(heard.works).containsExactly(new Work("loading, bytes", 1, 4));
    }

    @Test
    void followWhenStepComesBeforeTheLengthIsKnownAsksForIt() throws InterruptedException {
        server.on(
                "GET /jobs/j1",
                request -> json(200, server.requests("GET /jobs/j1").size() < 2 ? Answers.STARTING : Answers.RUNNING));
        server.on(
                EVENTS,
                events(
                        event("1", "state", line(Answers.STARTING)),
                        event("2", "step", Answers.step(1)),
                        event("3", "step", Answers.step(2)),
                        event("4", "state", line(Answers.SUCCEEDED))));

        follower(() -> {}).follow("j1");

        assertThat(heard.states).containsExactly("STARTING", "STARTING", "RUNNING", "SUCCEEDED");
        assertThat(heard.steps).containsExactly(1L, 2L);
    }

    @Test
    void requestsWhenTokenIsSetCarryIt() {
        client.job("j1");

        assertThat(server.requests("GET /jobs/j1"))
                .singleElement()
                .satisfies(
                        request -> assertThat(request.header("Authorization")).isEqualTo("Bearer secret"));
    }

    private Answer oneEventAConnection(Request request) {
        return switch (server.requests(EVENTS).size()) {
            case 1 -> events(event("10", "step", Answers.step(1)));
            case 2 -> events(event("11", "step", Answers.step(2)), "id: 12\nevent: step\ndata: {\"step\"");
            default -> events(event("12", "state", line(Answers.SUCCEEDED)));
        };
    }

    private Follower follower(Runnable health) {
        return new Follower(client, heard, health);
    }

    private static final class Heard implements JobListener {

        private final List<String> states = new ArrayList<>();
        private final List<Long> steps = new ArrayList<>();
        private final List<Evaluation> evaluations = new ArrayList<>();
        private final List<Work> works = new ArrayList<>();

        @Override
        public void onState(JobView job) {
            states.add(job.state());
        }

        @Override
        public void onStep(StepRow row) {
            steps.add(row.step());
        }

        @Override
        public void onEvaluation(Evaluation evaluation) {
            evaluations.add(evaluation);
        }

        @Override
        public void onWork(Work work) {
            works.add(work);
        }
    }
}
