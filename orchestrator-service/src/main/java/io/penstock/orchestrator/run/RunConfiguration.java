package io.penstock.orchestrator.run;

import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.job.RecordedSteps;
import io.penstock.orchestrator.model.ModelStore;
import io.penstock.orchestrator.plan.PlanDesk;
import io.penstock.orchestrator.setting.PenstockProperties;
import io.penstock.orchestrator.worker.WorkerRegistry;
import io.penstock.orchestrator.worker.WorkerSupply;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

@Configuration(proxyBeanMethods = false)
class RunConfiguration {

    private final ObjectProvider<JobQueue> queue;

    RunConfiguration(ObjectProvider<JobQueue> queue) {
        this.queue = queue;
    }

    @Bean
    Services services(
            Jobs jobs, RecordedSteps timelines, PlanDesk desk, ModelStore models, PenstockProperties properties) {
        PenstockProperties.Deadlines deadlines = properties.deadlines();
        return new Services(jobs, timelines, desk, models, deadlines.prepare(), deadlines.step(), deadlines.store());
    }

    @Bean
    JobQueue jobQueue(Services services, WorkerRegistry registry, WorkerSupply supply) {
        return new JobQueue(services, registry, supply);
    }

    @EventListener(ApplicationStartedEvent.class)
    void start() {
        queue.getObject().start();
    }

    /** Before the web server ends, so that clients hear how their jobs ended. */
    @EventListener(ContextClosedEvent.class)
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void end() {
        queue.getObject().close();
    }

    @EventListener
    void changed(JobEvent.Changed event) {
        queue.getObject().wake();
    }
}
