package io.penstock.orchestrator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.control.Hello;
import io.penstock.orchestrator.worker.Worker;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A worker as clients see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Worker")
public record WorkerView(
        String worker,
        Worker.State state,
        String host,
        int tensorPort,
        int managementPort,
        long pid,
        String backend,
        String device,
        long memoryBytes,
        double gigaflops,
        @Nullable String job,
        @Nullable Integer rank,
        long lastSeenMillis) {

    static WorkerView of(Worker worker) {
        Hello hello = worker.hello();
        return new WorkerView(
                hello.worker(),
                worker.state(),
                hello.host(),
                hello.tensorPort(),
                hello.managementPort(),
                hello.processId(),
                hello.backend(),
                hello.device(),
                hello.memoryBytes(),
                hello.gigaflops(),
                worker.job(),
                worker.rank(),
                worker.silentNanos() / 1_000_000);
    }
}
