package io.penstock.orchestrator.model;

import io.penstock.orchestrator.job.JobEvent;
import io.penstock.orchestrator.setting.PenstockProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

@Configuration(proxyBeanMethods = false)
class ModelConfiguration {

    private final ObjectProvider<ModelStore> store;

    ModelConfiguration(ObjectProvider<ModelStore> store) {
        this.store = store;
    }

    @Bean
    ModelStore modelStore(PenstockProperties properties) {
        return new ModelStore(properties.dataRoot(), properties.models());
    }

    @EventListener
    void deleted(JobEvent.Deleted event) {
        store.getObject().delete(event.job());
    }
}
