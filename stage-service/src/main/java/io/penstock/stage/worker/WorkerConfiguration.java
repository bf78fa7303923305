package io.penstock.stage.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.penstock.common.wire.ServerOptions;
import io.penstock.common.wire.TensorServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.data.DataRoot;
import io.penstock.stage.metric.WorkerMeters;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Bean.Bootstrap;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The parts of a worker process and who closes them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkerProperties.class)
class WorkerConfiguration {

    private static final int EVENT_LOOPS = 1;

    /** Loading the natives takes longer than the rest of the start, so it runs beside it. */
    @Bean
    Executor bootstrapExecutor() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("start").factory());
    }

    @Bean(bootstrap = Bootstrap.BACKGROUND)
    Backend backend(WorkerProperties properties) {
        return BackendLoader.open(properties.backend(), properties.device(), properties.threadsOrCores());
    }

    @Bean
    WireTransport wireTransport() {
        return new WireTransport("wire", EVENT_LOOPS);
    }

    @Bean
    static MeterFilter workerName(WorkerProperties properties) {
        return WorkerMeters.named(properties.nameOrDefault());
    }

    @Bean
    WorkerMeters workerMeters(MeterRegistry registry) {
        return new WorkerMeters(registry);
    }

    @Bean
    @Lazy
    Worker stageWorker(Backend backend, WireTransport transport, WorkerMeters meters, WorkerProperties properties) {
        DataRoot dataRoot = new DataRoot(properties.dataRoot());
        WorkerParts parts = new WorkerParts(backend, dataRoot, transport, properties.secret(), properties.maxFrame());
        return new Worker(parts, meters);
    }

    /** Part of readiness under the name {@code worker}. */
    @Bean("worker")
    HealthIndicator workerHealth(ObjectProvider<Worker> worker) {
        return new WorkerHealth(worker);
    }

    @Bean
    @Lazy
    TensorServer tensorServer(WireTransport transport, Worker worker, WorkerProperties properties) throws IOException {
        ServerOptions options = new ServerOptions(
                properties.address(),
                properties.tensorPort(),
                properties.secret(),
                properties.maxFrame(),
                properties.handshake());
        return new TensorServer(transport, options, worker::accept);
    }
}
