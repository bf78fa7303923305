package io.penstock.orchestrator.setting;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SettingConfiguration {

    @Bean
    ControlSecret controlSecret(PenstockProperties properties) {
        return ControlSecret.of(properties.control());
    }

    @Bean
    ApiToken apiToken(PenstockProperties properties, @Value("${server.address:}") String serverAddress) {
        return ApiToken.of(properties.apiToken(), serverAddress);
    }
}
