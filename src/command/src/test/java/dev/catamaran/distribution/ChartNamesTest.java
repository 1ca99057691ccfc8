package dev.catamaran.distribution;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.project.ProjectFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartNamesTest {
  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: webhook-service, namespace: system}
      ---
      apiVersion: cert-manager.io/v1
      kind: Certificate
      metadata: {name: serving-cert, namespace: system}
      spec:
        dnsNames: [shop-webhook-service.NAMESPACE.svc, shop-webhook-service.NAMESPACE.svc.cluster.local]
        secretName: webhook-server-cert
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata:
        name: validating
        annotations: {cert-manager.io/inject-ca-from: NAMESPACE/shop-serving-cert}
      """;

  /** The namespace may have the name of the project, with which all names begin. */
  @ParameterizedTest
  @ValueSource(strings = {"shop-system", "shop", "webhook", ""})
  void changeNamesAndNamespaceInTexts(String namespace) {
    List<ObjectNode> objects =
        Yaml.read(OBJECTS.replace("NAMESPACE", namespace)).stream()
            .map(ObjectNode.class::cast)
            .toList();
    var project = new ProjectFile("", "my.domain", List.of(), "shop", List.of(), Map.of());
    var config = new OperatorConfig(project, "shop-", namespace, objects, List.of(), List.of());
    var place = namespace.isEmpty() ? "" : "{{ $.Release.Namespace }}";
    var service = name("webhook-service") + "." + place + ".svc";
    assertContains(
        text(config, objects.get(1)),
        "  - %s\n  - %s.cluster.local\n".formatted(service, service),
        "  secretName: %s\n".formatted(name("webhook-server-cert")));
    assertContains(
        text(config, objects.get(2)),
        "cert-manager.io/inject-ca-from: %s/%s\n".formatted(place, name("serving-cert")));
  }

  @Test
  void changesWhatKustomizeMarks() {
    var marked =
        "{metadata: {name: HELM-PREFIX-web, namespace: HELM-NAMESPACE}, roleRef: {name: HELM-PREFIX-a.b}}";
    var object = (ObjectNode) Yaml.read(marked).getFirst();
    var project = new ProjectFile("", "my.domain", List.of(), "shop", List.of(), Map.of());
    var config = new OperatorConfig(project, "", "", List.of(), List.of(), List.of());
    assertEquals(
        "metadata:\n  name: %s\n  namespace: {{ $.Release.Namespace }}\nroleRef:\n  name: %s\n"
            .formatted(name("web"), name("a.b")),
        text(config, object));
  }

  private static String name(String suffix) {
    return "{{ include \"shop.resourceName\" (dict \"suffix\" \"%s\" \"context\" $) }}"
        .formatted(suffix);
  }

  private static String text(OperatorConfig config, ObjectNode object) {
    var template = new HelmTemplate();
    new ChartNames(config, template).apply(object);
    return template.text(object);
  }
}
