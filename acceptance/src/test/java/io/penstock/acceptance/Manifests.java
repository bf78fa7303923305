package io.penstock.acceptance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects of a kustomization, read as Kubernetes reads them: a field that it does not know is an error. */
record Manifests(List<HasMetadata> objects) {

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1/ConfigMap", ConfigMap.class,
            "v1/PersistentVolumeClaim", PersistentVolumeClaim.class,
            "v1/Secret", Secret.class,
            "v1/Service", Service.class,
            "apps/v1/Deployment", Deployment.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
            "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                /** The models would keep unknown fields silently. */
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    static Manifests of(String overlay) throws IOException, InterruptedException {
        String folder = Checkout.home().resolve("k8s/overlays").resolve(overlay).toString();
        Process kubectl = new ProcessBuilder("kubectl", "kustomize", folder)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String yaml = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (kubectl.waitFor() != 0) {
            throw new IOException("kubectl kustomize %s: exit code %d".formatted(folder, kubectl.exitValue()));
        }
        return read(yaml);
    }

    static Manifests read(String yaml) throws IOException {
        List<HasMetadata> objects = new ArrayList<>();
        for (JsonNode node :
                YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml).readAll()) {
            String kind =
                    node.path("apiVersion").asText() + "/" + node.path("kind").asText();
            if (!KINDS.containsKey(kind)) {
                throw new IOException("an object of an unknown kind: " + kind);
            }
            objects.add(YAML.treeToValue(node, KINDS.get(kind)));
        }
        return new Manifests(objects);
    }

    <T extends HasMetadata> Stream<T> all(Class<T> kind) {
        return objects.stream().filter(kind::isInstance).map(kind::cast);
    }

    <T extends HasMetadata> T one(Class<T> kind, String name) {
        return all(kind)
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no %s %s".formatted(kind.getSimpleName(), name)));
    }

    List<PodTemplateSpec> pods() {
        return Stream.concat(
                        all(Deployment.class).map(each -> each.getSpec().getTemplate()),
                        all(StatefulSet.class).map(each -> each.getSpec().getTemplate()))
                .toList();
    }

    /** The pods that a selector of labels finds. */
    List<PodTemplateSpec> pods(Map<String, String> selector) {
        return pods().stream()
                .filter(pod -> pod.getMetadata().getLabels().entrySet().containsAll(selector.entrySet()))
                .toList();
    }
}
