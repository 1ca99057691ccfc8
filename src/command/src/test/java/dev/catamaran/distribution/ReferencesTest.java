package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
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
        Yaml.read(OBJECTS.replace("NAMESPACE", namespace), Path.of("config.yaml")).stream()
            .map(ObjectNode.class::cast)
            .toList();
    var references = References.in(new Kustomized("shop-", namespace, objects), objects);
    objects.forEach(object -> references.change(object, name -> "new-" + name, "ops"));
    var place = namespace.isEmpty() ? "" : "ops";
    assertEquals(
        "[\"new-webhook-service.%1$s.svc\",\"new-webhook-service.%1$s.svc.cluster.local\"]"
            .formatted(place),
        objects.get(1).at("/spec/dnsNames").toString());
    assertEquals(
        place + "/new-serving-cert",
        objects.get(2).at("/metadata/annotations/cert-manager.io~1inject-ca-from").asText());
  }
}
