package io.penstock.orchestrator.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;

/** An orchestrator of which only the store is there. */
@EnableAutoConfiguration
@ComponentScan
class StoreOnly {

    static ConfigurableApplicationContext start(Path folder, List<String> database) {
        List<String> settings = new ArrayList<>(database);
        settings.add("--penstock.state-directory=" + folder);
        return new SpringApplicationBuilder(StoreOnly.class)
                .web(WebApplicationType.NONE)
                .run(settings.toArray(String[]::new));
    }
}
