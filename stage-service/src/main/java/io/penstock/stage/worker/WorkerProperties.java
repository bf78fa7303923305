package io.penstock.stage.worker;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Everything that can be set about a worker, under {@code penstock.worker}.
 *
 * @param name unique in the cluster; by default host name and process id
 * @param orchestratorHost whom to dial
 * @param orchestratorPort the orchestrator's control port
 * @param secret what to say to the orchestrator and to peers
 * @param address where the tensor server listens; beyond loopback only with a secret of its own
 * @param tensorPort the tensor server's port, 0 for a free one
 * @param advertisedHost where peers reach this worker; by default the address
 * @param dataRoot the folder that job specifications may name files in
 * @param backend the compute backend, by default the only one that is there
 * @param device index of the device that the backend computes on
 * @param threads that a kernel may use, 0 for one a core
 * @param maxFrame longest frame on the wire in bytes
 * @param handshake how long a connection may stay silent before its hello
 * @param reconnect first pause between two attempts to reach the orchestrator; later ones grow to 5 s
 * @param exitOnStdinClose end when standard input is closed, so that a local worker never outlives its parent
 */
@Validated
@ConfigurationProperties("penstock.worker")
public record WorkerProperties(
        @Nullable String name,
        @DefaultValue("127.0.0.1") String orchestratorHost,
        @DefaultValue("7070") @Min(1) @Max(65535) int orchestratorPort,

        @NotBlank(message = "must be the orchestrator's penstock.control.secret")
        String secret,

        @DefaultValue("127.0.0.1") String address,
        @DefaultValue("0") @Min(0) @Max(65535) int tensorPort,
        @Nullable String advertisedHost,
        @DefaultValue("examples/data") Path dataRoot,
        @Nullable String backend,
        @DefaultValue("0") @Min(0) int device,
        @DefaultValue("0") @Min(0) @Max(1024) int threads,
        @DefaultValue("1073741824") @Min(65536) long maxFrame,
        @DefaultValue("5s") Duration handshake,
        @DefaultValue("500ms") Duration reconnect,
        @DefaultValue("false") boolean exitOnStdinClose) {

    String nameOrDefault() {
        return name != null ? name : hostName() + "-" + ProcessHandle.current().pid();
    }

    String hostToAdvertise() {
        return advertisedHost != null ? advertisedHost : address;
    }

    int threadsOrCores() {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    private static String hostName() {
        String host = System.getenv("HOSTNAME");
        return host != null ? host : "worker";
    }
}
