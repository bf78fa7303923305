package io.penstock.orchestrator.console;

import io.swagger.v3.oas.annotations.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The example jobs that were packaged with the orchestrator. */
@RestController
class ExampleController {

    private final List<Example> examples;

    ExampleController() throws IOException {
        Resource[] files = new PathMatchingResourcePatternResolver().getResources("classpath:/examples/*.json");
        examples = Arrays.stream(files)
                .map(Example::of)
                .sorted(Comparator.comparing(Example::name))
                .toList();
    }

    /**
     * A job to start from.
     *
     * @param text the body of {@code POST /jobs}, as its author has laid it out
     */
    record Example(String name, String text) {

        static Example of(Resource file) {
            try {
                String name = String.valueOf(file.getFilename()).replace(".json", "");
                return new Example(name, file.getContentAsString(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("example " + file, e);
            }
        }
    }

    @GetMapping(path = "/examples", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Jobs to start from")
    List<Example> examples() {
        return examples;
    }
}
