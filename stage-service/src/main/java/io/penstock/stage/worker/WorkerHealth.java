package io.penstock.stage.worker;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Ready when the orchestrator has been told of this worker. Part of readiness only: liveness never looks at peers. */
final class WorkerHealth extends AbstractHealthIndicator {

    private final Worker worker;

    WorkerHealth(Worker worker) {
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        if (worker.isConnected()) {
            builder.up();
        } else {
            builder.outOfService().withDetail("orchestrator", "not connected");
        }
    }
}
