package io.penstock.orchestrator.run;

import static org.awaitility.Awaitility.await;

import io.penstock.common.wire.ControlServer;
import io.penstock.common.wire.ServerOptions;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.job.JobSpec;
import io.penstock.orchestrator.fake.FakeWorker;
import io.penstock.orchestrator.fake.MemoryJobStore;
import io.penstock.orchestrator.fake.MemoryRecordedSteps;
import io.penstock.orchestrator.fake.Script;
import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.JobState;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.model.ModelStore;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerSupply;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A queue without a web server or database, and fake workers that dial a real control port. */
abstract class QueueWithWorkers {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SECRET = "s3cret";

    final List<FakeWorker> workers = new ArrayList<>();
    final List<JobEvent> events = new CopyOnWriteArrayList<>();
    final MemoryJobStore store = new MemoryJobStore();
    final MemoryRecordedSteps timelines = new MemoryRecordedSteps();
    final Jobs jobs = new Jobs(store, this::happened, Clock.systemUTC());
    final WorkerRegistry registry = new WorkerRegistry(Duration.ofSeconds(2));
    private final ModelStore models = new ModelStore(Path.of("none"), "");
    private final PlanDesk desk = new PlanDesk(PATIENCE);
    WorkerSupply supply = count -> new WorkerSupply.Answer.Coming(0);
    JobQueue queue;
    private WireTransport transport;
    private ControlServer server;

    @BeforeEach
    void listen() throws Exception {
        transport = new WireTransport("test", 2);
        server = new ControlServer(
                transport, new ServerOptions("127.0.0.1", 0, SECRET, 1 << 20, Duration.ofSeconds(5)), registry);
    }

    @AfterEach
    void end() {
        if (queue != null) {
            queue.close();
        }
        desk.close();
        workers.forEach(FakeWorker::close);
        server.close();
        transport.close();
    }

    void happened(JobEvent event) {
        events.add(event);
        if (queue != null) {
            queue.wake();
        }
    }

    void start(Duration prepare, Duration step) {
        queue = new JobQueue(new Services(jobs, timelines, desk, models, prepare, step, step), registry, supply);
        queue.start();
    }

    void work(int count, Script script) {
        IntStream.rangeClosed(1, count).forEach(i -> worker("w-" + i, script));
    }

    void worker(String name, Script script) {
        workers.add(new FakeWorker(transport, server.port(), SECRET, name, script));
    }

    void submit(String id, JobSpec spec) {
        jobs.submit(Job.accepted(id, spec.name(), JobReader.write(spec), new Job.Request(null, id), Instant.now()));
    }

    Job awaitState(String id, JobState state) {
        return await().atMost(PATIENCE).until(() -> jobs.get(id), job -> job.state() == state);
    }

    void awaitIdle(int count) {
        await().atMost(PATIENCE).until(() -> registry.census().idle() == count);
    }
}
