package io.penstock.stage.worker;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Ready when the orchestrator has been told of this worker. Part of readiness only: liveness never looks at peers. */
final class WorkerHealth extends AbstractHealthIndicator {

    private final ObjectProvider<Worker> worker;

    WorkerHealth(ObjectProvider<Worker> worker) {
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        if (worker.getObject().isConnected()) {
            builder.up();
        } else {
            builder.outOfService().withDetail("orchestrator", "not connected");
        }
    }
}
