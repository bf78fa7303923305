package io.penstock.orchestrator.worker;

import io.penstock.common.wire.ControlServer;
import io.penstock.common.wire.ServerOptions;
import io.penstock.common.wire.WireTransport;
import io.penstock.orchestrator.setting.ControlSecret;
import io.penstock.orchestrator.setting.PenstockProperties;
import java.io.IOException;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WorkerConfiguration {

    private static final int EVENT_LOOPS = 2;
    private static final long MAX_REPORT_BYTES = 1 << 20;
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    @Bean
    WorkerRegistry workerRegistry(PenstockProperties properties) {
        return new WorkerRegistry(properties.deadlines().heartbeat());
    }

    @Bean
    Watchdog watchdog(WorkerRegistry registry, PenstockProperties properties) {
        return new Watchdog(registry, properties.deadlines().heartbeat());
    }

    @Bean
    WireTransport wireTransport() {
        return new WireTransport("control", EVENT_LOOPS);
    }

    @Bean
    ControlServer controlServer(
            WireTransport transport, PenstockProperties properties, ControlSecret secret, WorkerRegistry registry)
            throws IOException {
        PenstockProperties.Control control = properties.control();
        ServerOptions options = new ServerOptions(
                control.address().getHostAddress(), control.port(), secret.value(), MAX_REPORT_BYTES, HANDSHAKE);
        return new ControlServer(transport, options, registry);
    }
}
