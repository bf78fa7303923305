package io.penstock.stage.worker;

import io.penstock.common.control.Hello;
import io.penstock.common.process.StdinWatch;
import io.penstock.common.wire.TensorServer;
import io.penstock.common.wire.WireTransport;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.backend.GemmRate;
import io.penstock.stage.metric.WorkerMeters;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Introduces the worker to the orchestrator as soon as everything that it must tell is known. */
@Component
class WorkerStart implements SmartLifecycle {

    private final WorkerProperties properties;
    private final ObjectProvider<Backend> backend;
    private final ObjectProvider<Worker> worker;
    private final ObjectProvider<TensorServer> tensors;
    private final WireTransport transport;
    private final WorkerMeters meters;
    private int managementPort;
    private @Nullable ControlLoop loop;

    WorkerStart(
            WorkerProperties properties,
            ObjectProvider<Backend> backend,
            ObjectProvider<Worker> worker,
            ObjectProvider<TensorServer> tensors,
            WireTransport transport,
            WorkerMeters meters) {
        this.properties = properties;
        this.backend = backend;
        this.worker = worker;
        this.tensors = tensors;
        this.transport = transport;
        this.meters = meters;
        if (properties.exitOnStdinClose()) {
            new StdinWatch(System.in, () -> Runtime.getRuntime().halt(0)).start();
        }
    }

    @EventListener
    void managementPort(WebServerInitializedEvent event) {
        managementPort = event.getWebServer().getPort();
    }

    @Override
    public void start() {
        Hello hello = hello();
        meters.introduce(hello);
        ControlLoop control = new ControlLoop(
                worker.getObject(),
                transport,
                hello,
                properties.orchestratorHost(),
                properties.orchestratorPort(),
                properties.reconnect());
        loop = control;
        control.start();
    }

    private Hello hello() {
        Backend compute = backend.getObject();
        return new Hello(
                properties.secret(),
                properties.nameOrDefault(),
                properties.hostToAdvertise(),
                tensors.getObject().port(),
                managementPort,
                ProcessHandle.current().pid(),
                compute.name(),
                compute.device().name(),
                compute.device().memoryBytes(),
                GemmRate.measure(compute));
    }

    @Override
    public void stop() {
        ControlLoop control = loop;
        if (control != null) {
            control.close();
            loop = null;
        }
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }

    /** After the web server, whose port is told. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
