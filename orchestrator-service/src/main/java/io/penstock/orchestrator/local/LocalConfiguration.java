package io.penstock.orchestrator.local;

import io.penstock.common.wire.ControlServer;
import io.penstock.orchestrator.setting.ControlSecret;
import io.penstock.orchestrator.setting.PenstockProperties;
import io.penstock.orchestrator.worker.WorkerRegistry;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.system.ApplicationHome;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

@Configuration(proxyBeanMethods = false)
class LocalConfiguration {

    private static final String WORKER_JAR = "../../../stage-service/target/app/penstock-stage-service.jar";

    @Bean
    @Lazy(false)
    LocalWorkers localWorkers(
            PenstockProperties properties, ControlSecret secret, ControlServer server, WorkerRegistry registry) {
        LocalWorkers.Policy policy = new LocalWorkers.Policy(
                properties.fixedLocalWorkers(),
                properties.localWorker().attempts(),
                properties.deadlines().hello());
        WorkerLauncher launcher = new WorkerLauncher(
                threads -> command(properties, server.port(), threads),
                secret.value(),
                properties.stateDirectory().resolve("log"));
        return new LocalWorkers(policy, launcher, registry);
    }

    private static WorkerCommand command(PenstockProperties properties, int port, int threads) {
        PenstockProperties.LocalWorker worker = properties.localWorker();
        return new WorkerCommand(
                Optional.ofNullable(worker.java())
                        .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java")),
                worker.jvmArguments(),
                Optional.ofNullable(worker.jar()).orElseGet(LocalConfiguration::jarOfThisBuild),
                host(properties),
                port,
                properties.dataRoot(),
                threads);
    }

    /** Local workers dial the address itself, or loopback if it is the wildcard. */
    private static String host(PenstockProperties properties) {
        var address = properties.control().address();
        return address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
    }

    private static Path jarOfThisBuild() {
        return new ApplicationHome(LocalConfiguration.class)
                .getDir()
                .toPath()
                .resolve(WORKER_JAR)
                .normalize();
    }
}
