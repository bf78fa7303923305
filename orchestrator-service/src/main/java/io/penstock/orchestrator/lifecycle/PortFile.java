package io.penstock.orchestrator.lifecycle;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells a parent process where this orchestrator serves. The file appears complete and only once everything serves.
 *
 * @param api port of REST
 * @param management port of health and metrics
 * @param control port that workers dial
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PortFile(@Nullable Integer api, @Nullable Integer management, int control, long pid) {

    void write(JsonMapper json, Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        Path draft = target.resolveSibling(target.getFileName() + ".draft");
        Files.write(draft, json.writeValueAsBytes(this));
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
