package io.penstock.orchestrator.plan;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class PlanConfiguration {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Bean
    PlanDesk planDesk() {
        return new PlanDesk(PATIENCE);
    }
}
