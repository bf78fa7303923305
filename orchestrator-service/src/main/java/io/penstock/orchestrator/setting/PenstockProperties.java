package io.penstock.orchestrator.setting;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Everything that can be set about the orchestrator, under {@code penstock}.
 *
 * @param dataRoot the folder that job specifications may name files in
 * @param models where trained models go, relative to the data root; empty to store none
 * @param stateDirectory where logs of local workers go; the default store lies there too
 * @param apiToken clients must send it as bearer token; required when {@code server.address} is not loopback
 * @param localWorkers {@code auto}: as many as the next job asks for; a number: so many, always; 0: none
 * @param exitOnStdinClose end when standard input is closed, so that the orchestrator never outlives its parent
 * @param portFile file to write the chosen ports to, once they serve
 */
@Validated
@ConfigurationProperties("penstock")
public record PenstockProperties(
        @DefaultValue("examples/data") Path dataRoot,

        @DefaultValue(".penstock-models")
        @Pattern(
                regexp = "(\\.?[A-Za-z0-9][A-Za-z0-9._-]*)?",
                message = "must be one folder below the data root, or empty")
        String models,

        @DefaultValue(".penstock") Path stateDirectory,
        @Nullable String apiToken,
        @DefaultValue @Valid Control control,

        @DefaultValue("auto") @Pattern(regexp = "auto|\\d{1,3}", message = "must be auto or a number up to 999")
        String localWorkers,

        @DefaultValue @Valid LocalWorker localWorker,
        @DefaultValue Deadlines deadlines,
        @DefaultValue("false") boolean exitOnStdinClose,
        @Nullable Path portFile) {

    /** The fixed number of local workers, empty for {@code auto}. */
    public OptionalInt fixedLocalWorkers() {
        return localWorkers.equals("auto") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(localWorkers));
    }

    /**
     * Where workers dial in.
     *
     * @param port 0 picks a free one
     * @param secret what workers must say; generated when absent, which works on loopback only
     */
    public record Control(
            @DefaultValue("127.0.0.1") InetAddress address,
            @DefaultValue("7070") @Min(0) @Max(65535) int port,
            @Nullable String secret) {}

    /**
     * How a local worker process is started.
     *
     * @param java the Java executable, by default the orchestrator's own
     * @param jar the worker application, by default beside the orchestrator's own in the build tree
     * @param attempts starts that may fail in a row before the waiting job fails
     */
    public record LocalWorker(
            @Nullable Path java,
            @Nullable Path jar,

            @DefaultValue({"--add-modules=jdk.incubator.vector", "-Xmx1g", "-XX:+UseSerialGC"})
            List<String> jvmArguments,

            @DefaultValue("2") @Min(1) int attempts) {}

    /**
     * How long anything is waited for.
     *
     * @param heartbeat period of a worker's heartbeats; silent for three and it is lost
     * @param hello from the start of a local worker to its hello
     * @param prepare from the assignment to every rank being ready
     * @param step for one training step; also what a worker waits for a peer
     * @param store from the last step to all ranks having written their weights
     */
    public record Deadlines(
            @DefaultValue("1s") Duration heartbeat,
            @DefaultValue("60s") Duration hello,
            @DefaultValue("120s") Duration prepare,
            @DefaultValue("60s") Duration step,
            @DefaultValue("10m") Duration store) {}
}
