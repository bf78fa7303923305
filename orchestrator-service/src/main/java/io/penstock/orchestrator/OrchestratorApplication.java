package io.penstock.orchestrator;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the orchestrator: accepts jobs, plans them and drives their runs. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class OrchestratorApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(OrchestratorApplication.class, arguments);
    }
}
