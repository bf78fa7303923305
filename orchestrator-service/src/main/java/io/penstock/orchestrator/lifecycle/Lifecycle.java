package io.penstock.orchestrator.lifecycle;

import io.penstock.common.process.StdinWatch;
import io.penstock.common.wire.ControlServer;
import io.penstock.orchestrator.setting.PenstockProperties;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Ties this process to its parent: says where it serves, and ends when the parent does. */
@Component
class Lifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final PenstockProperties properties;
    private final ControlServer control;
    private final Environment environment;
    private final JsonMapper json;

    Lifecycle(PenstockProperties properties, ControlServer control, Environment environment, JsonMapper json) {
        this.properties = properties;
        this.control = control;
        this.environment = environment;
        this.json = json;
    }

    @EventListener(ApplicationStartedEvent.class)
    void watchParent() {
        if (properties.exitOnStdinClose()) {
            new StdinWatch(System.in, () -> System.exit(0)).start();
        }
    }

    @EventListener(ApplicationReadyEvent.class)
    void publishPorts() throws IOException {
        PortFile ports = new PortFile(
                environment.getProperty("local.server.port", Integer.class),
                environment.getProperty("local.management.port", Integer.class),
                control.port(),
                ProcessHandle.current().pid());
        LOG.info("serving: api {}, management {}, control {}", ports.api(), ports.management(), ports.control());
        if (properties.portFile() != null) {
            ports.write(json, properties.portFile());
        }
    }
}
