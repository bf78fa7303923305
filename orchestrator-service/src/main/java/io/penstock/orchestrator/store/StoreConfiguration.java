package io.penstock.orchestrator.store;

import io.penstock.orchestrator.job.JobStore;
import io.penstock.orchestrator.job.Jobs;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    /** Times are kept as the database holds them: to the microsecond. */
    @Bean
    Jobs jobs(JobStore store, ApplicationEventPublisher publisher) {
        return new Jobs(store, publisher::publishEvent, Clock.tick(Clock.systemUTC(), Duration.ofNanos(1000)));
    }
}
