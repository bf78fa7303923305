package io.penstock.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.File;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/** The overlays under k8s/: each field exists, and what refers to something else finds it. Needs kubectl, which CI has. */
class KubernetesManifestIT {

    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "gpu", "dev"})
    private @interface EachOverlay {}

    @BeforeAll
    static void kubectlIsHere() {
        boolean here = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
        assumeThat(here || System.getenv("CI") != null)
                .as("kubectl is on the PATH")
                .isTrue();
    }

    @Test
    void readWhenAFieldIsUnknownRefusesIt() {
        assertThatThrownBy(() -> Manifests.read(
                        "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selektor: {app: a}}}"))
                .hasMessageContaining("selektor");
    }

    @EachOverlay
    void podWhenItStartsIsLockedDown(String overlay) throws Exception {
        for (PodTemplateSpec pod : Manifests.of(overlay).pods()) {
            assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getSpec().getEnableServiceLinks()).isFalse();
            assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSpec().getSecurityContext().getSeccompProfile().getType())
                    .isEqualTo("RuntimeDefault");
            for (Container container : containers(pod).toList()) {
                SecurityContext security = container.getSecurityContext();
                assertThat(security.getReadOnlyRootFilesystem()).isTrue();
                assertThat(security.getAllowPrivilegeEscalation()).isFalse();
                assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
                assertThat(container.getResources().getLimits()).containsKey("memory");
            }
        }
    }

    private static Stream<Container> containers(PodTemplateSpec pod) {
        return Stream.concat(pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream());
    }

    @EachOverlay
    void serviceWhenItSelectsPodsFindsThemAndTheirPorts(String overlay) throws Exception {
        Manifests manifests = Manifests.of(overlay);
        List<Service> services = manifests.all(Service.class).toList();

        assertThat(services).hasSize(2);
        for (Service service : services) {
            List<PodTemplateSpec> pods = manifests.pods(service.getSpec().getSelector());
            assertThat(pods).as(service.getMetadata().getName()).hasSize(1);
            for (ServicePort port : service.getSpec().getPorts()) {
                assertThat(port(pods.getFirst(), port.getTargetPort()))
                        .as(port.getName())
                        .isEqualTo(port.getPort());
            }
        }
    }

    @EachOverlay
    void containerWhenItServesHasThePortsOfTheSettings(String overlay) throws Exception {
        Manifests manifests = Manifests.of(overlay);
        PodTemplateSpec worker =
                manifests.one(StatefulSet.class, "worker").getSpec().getTemplate();
        PodTemplateSpec orchestrator = manifests.pods().stream()
                .filter(pod -> !pod.equals(worker))
                .findFirst()
                .orElseThrow();
        Settings ofWorker = Settings.of("stage-service", "application-container.yml");
        Settings ofOrchestrator = Settings.of("orchestrator-service", "application.yaml");

        assertThat(port(worker, new IntOrString("management"))).isEqualTo(ofWorker.number("server.port"));
        assertThat(port(worker, new IntOrString("tensor"))).isEqualTo(ofWorker.number("penstock.worker.tensor-port"));
        assertThat(port(orchestrator, new IntOrString("api"))).isEqualTo(ofOrchestrator.number("server.port"));
        assertThat(port(orchestrator, new IntOrString("management")))
                .isEqualTo(ofOrchestrator.number("management.server.port"));
    }

    private static Integer port(PodTemplateSpec pod, IntOrString name) {
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .filter(port -> port.getName().equals(name.getStrVal()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no port " + name.getStrVal()));
    }

    @EachOverlay
    void probeWhenItAsksForLifeLooksAtNobodyElse(String overlay) throws Exception {
        for (PodTemplateSpec pod : Manifests.of(overlay).pods()) {
            Container container = pod.getSpec().getContainers().getFirst();
            assertThat(List.of(container.getStartupProbe(), container.getLivenessProbe()))
                    .allSatisfy(probe -> asks(probe, "/actuator/health/liveness"));
            asks(container.getReadinessProbe(), "/actuator/health/readiness");
        }
    }

    private static void asks(Probe probe, String path) {
        assertThat(probe.getHttpGet().getPath()).isEqualTo(path);
        assertThat(probe.getHttpGet().getPort()).isEqualTo(new IntOrString("management"));
    }

    @EachOverlay
    void networkPolicyWhenItNamesPortsLetsInOnlyWhoNeedsThem(String overlay) throws Exception {
        Manifests manifests = Manifests.of(overlay);
        List<NetworkPolicy> policies = manifests.all(NetworkPolicy.class).toList();

        assertThat(policies).hasSize(manifests.pods().size());
        for (NetworkPolicy policy : policies) {
            Map<String, String> selector = policy.getSpec().getPodSelector().getMatchLabels();
            List<PodTemplateSpec> pods = manifests.pods(selector);
            assertThat(pods).as(policy.getMetadata().getName()).hasSize(1);
            for (NetworkPolicyIngressRule rule : policy.getSpec().getIngress()) {
                for (NetworkPolicyPort port : rule.getPorts()) {
                    port(pods.getFirst(), port.getPort());
                    assertThat(rule.getFrom().isEmpty())
                            .as("%s is open to the cluster", port.getPort().getStrVal())
                            .isEqualTo(port.getPort().getStrVal().equals("api"));
                }
            }
        }
    }

    @EachOverlay
    void workerWhenAPeerDialsItHasANameInItsService(String overlay) throws Exception {
        Manifests manifests = Manifests.of(overlay);
        StatefulSet set = manifests.one(StatefulSet.class, "worker");
        Service service = manifests.one(Service.class, set.getSpec().getServiceName());
        PodDisruptionBudget budget = manifests.one(PodDisruptionBudget.class, "worker");

        assertThat(set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        assertThat(variable(set, "PENSTOCK_WORKER_ADVERTISED_HOST"))
                .isEqualTo("$(POD)." + service.getMetadata().getName() + ".$(NAMESPACE).svc");
        assertThat(manifests.pods(budget.getSpec().getSelector().getMatchLabels()))
                .containsExactly(set.getSpec().getTemplate());
    }

    private static String variable(StatefulSet set, String name) {
        return set.getSpec().getTemplate().getSpec().getContainers().getFirst().getEnv().stream()
                .filter(variable -> variable.getName().equals(name))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void gpuWhenAskedForIsOneForEachWorkerAndForNobodyElse() throws Exception {
        for (PodTemplateSpec pod : Manifests.of("gpu").pods()) {
            boolean worker = pod.getMetadata().getLabels().containsValue("worker");
            Quantity gpus = pod.getSpec()
                    .getContainers()
                    .getFirst()
                    .getResources()
                    .getLimits()
                    .get("nvidia.com/gpu");
            assertThat(Optional.ofNullable(gpus).map(Quantity::getAmount))
                    .isEqualTo(worker ? Optional.of("1") : Optional.empty());
        }
    }

    /** What a service's settings file says. */
    private record Settings(PropertySource<?> source) {

        static Settings of(String module, String file) throws IOException {
            Path path = Checkout.home()
                    .resolve(module)
                    .resolve("src/main/resources")
                    .resolve(file);
            return new Settings(new YamlPropertySourceLoader()
                    .load(file, new FileSystemResource(path))
                    .getFirst());
        }

        Integer number(String key) {
            return (Integer) source.getProperty(key);
        }
    }
}
