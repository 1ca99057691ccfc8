package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

@RealNode
class RefusedUninstallIT {

  @Test
  void reportsTheRefusalAndContinuesAfterItsRemoval(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.named("kept").configMap("a", "a", "a").path()));
    namespace.deploy("Widget", "one", "{}");
    var denial = denial(namespace);
    try {
      denial.forEach(object -> namespace.client().resource(object).create());
      awaitDenial(namespace);

      namespace.delete("Widget", "one");

      eventually(
          () -> {
            var message =
                namespace.condition("Widget", "one", "ReleaseFailed").getOrDefault("message", "");
            assertTrue(message.contains("ConfigMap/one-a: "), message);
            assertTrue(message.contains("nobody deletes this"), message);
          });
    } finally {
      denial.forEach(object -> namespace.client().resource(object).delete());
    }
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  private static void awaitDenial(TestNamespace namespace) {
    eventually(
        () -> {
          var refused = false;
          try {
            namespace
                .client()
                .configMaps()
                .inNamespace(namespace.name())
                .withName("one-a")
                .dryRun(true)
                .delete();
          } catch (KubernetesClientException e) {
            refused = true;
          }
          assertTrue(refused);
        });
  }

  private static List<HasMetadata> denial(TestNamespace namespace) {
    var policy =
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: NAME}
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [configmaps]}
          validations: [{expression: "false", message: nobody deletes this}]
        """;
    var binding =
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: NAME}
        spec:
          policyName: NAME
          validationActions: [Deny]
          matchResources:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAME}}
        """;
    return List.of(policy, binding).stream()
        .<HasMetadata>map(
            yaml ->
                Serialization.unmarshal(
                    yaml.replace("NAME", namespace.name()), GenericKubernetesResource.class))
        .toList();
  }
}
