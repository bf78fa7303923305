package io.penstock.stage.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WorkerPropertiesTest {

    private static WorkerProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bind("penstock.worker", WorkerProperties.class)
                .get();
    }

    @Test
    void defaultsWhenOnlyTheSecretIsGivenAreLoopbackAndModest() {
        WorkerProperties properties = bind(Map.of("penstock.worker.secret", "s"));

        assertThat(properties)
                .isEqualTo(new WorkerProperties(
                        null,
                        "127.0.0.1",
                        7070,
                        "s",
                        "127.0.0.1",
                        0,
                        null,
                        Path.of("examples/data"),
                        null,
                        0,
                        0,
                        1L << 30,
                        Duration.ofSeconds(5),
                        Duration.ofMillis(500),
                        false));
        assertThat(properties.hostToAdvertise()).isEqualTo("127.0.0.1");
        assertThat(properties.threadsOrCores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    static Stream<String> names() {
        return Stream.of(WorkerProperties.class.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @MethodSource("names")
    void propertyWhenItExistsIsInTheReadme(String name) throws IOException {
        assertThat(Files.readString(Path.of("../README.md"))).contains("`" + name + "`");
    }
}
