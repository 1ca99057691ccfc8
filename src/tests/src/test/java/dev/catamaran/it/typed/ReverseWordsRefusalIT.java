package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ReverseWordsApps keep objects of other owners. The reconciler refuses invalid specs. */
class ReverseWordsRefusalIT {
  private static TestNamespace namespace;
  private static ReverseWordsApps apps;

  @BeforeAll
  static void operate() {
    namespace = TestNamespace.create();
    namespace.operate(ReverseWordsApps.watching());
    apps = new ReverseWordsApps(namespace);
  }

  @AfterAll
  static void end() {
    namespace.close();
  }

  @Test
  void keepsObjectsOfAnotherOwnerAndReportsThem() {
    var deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: dp-taken}
        spec:
          replicas: 0
          selector: {matchLabels: {of: somebody}}
          template:
            metadata: {labels: {of: somebody}}
            spec: {containers: [{name: reversewords, image: "other:1"}]}
        """;
    var service =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: service-routed}
        spec: {selector: {of: somebody}, ports: [{name: http, port: 80}]}
        """;
    var foreign = namespace.scratch().create(Serialization.unmarshal(deployment, Deployment.class));
    var routed = namespace.scratch().create(Serialization.unmarshal(service, Service.class));
    apps.create("taken", "{replicas: 2}");
    apps.create("routed", "{replicas: 1}");

    assertTaken("taken", "Deployment %s/dp-taken exists");
    assertTaken("routed", "Service %s/service-routed exists");
    eventually(() -> assertEquals(1, apps.events("taken", "NameTaken").size()));
    var now = apps.deployment("taken").getMetadata();
    assertEquals(foreign.getMetadata().getGeneration(), now.getGeneration());
    assertEquals(List.of(), now.getOwnerReferences());
    assertEquals(foreign.getMetadata().getLabels(), now.getLabels());
    assertEquals(
        routed.getMetadata().getResourceVersion(),
        apps.service("routed").getMetadata().getResourceVersion());
  }

  private static void assertTaken(String name, String beginning) {
    eventually(() -> assertEquals("NameTaken", apps.ready(name).getReason()));
    var message = apps.ready(name).getMessage();
    assertTrue(message.startsWith(beginning.formatted(namespace.name())), message);
    assertNull(apps.status(name).observedGeneration());
  }

  @Test
  void theSchemaRefusesNegativeReplicas() {
    var refusal =
        assertThrows(
            KubernetesClientException.class, () -> apps.create("negative", "{replicas: -1}"));
    assertTrue(refusal.getMessage().contains("spec.replicas"), refusal.getMessage());
  }

  @Test
  void refusesANameThatIsNoneOfAService() {
    apps.create("my.words", "{replicas: 1}");
    assertRefused("my.words", "metadata.name has a dot");
    apps.create("w".repeat(56), "{replicas: 1}");
    assertRefused("w".repeat(56), "metadata.name has 56 characters");
    apps.create("w".repeat(55), "{replicas: 1}");
    apps.awaitReady("w".repeat(55), 1);
    assertEquals(63, apps.service("w".repeat(55)).getMetadata().getName().length());
  }

  @Test
  void reportsWhyTheDeploymentCreatesNoPods() {
    apps.create("padded", "{replicas: 1, appVersion: 'v0.1.1 '}");

    eventually(
        () -> {
          var ready = apps.ready("padded");
          assertEquals("FailedCreate", ready.getReason());
          assertTrue(ready.getMessage().contains("image: Invalid value"), ready::getMessage);
        });
    apps.change("padded", "{\"appVersion\": \"v0.1.1\"}");
    apps.awaitReady("padded", 1);
  }

  @Test
  void reportsWhyTheApiServerRefusesTheServiceAndRetries() {
    var quota =
        namespace
            .scratch()
            .create(
                Serialization.unmarshal(
                    """
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: none}
                    spec: {hard: {services.loadbalancers: 0}}
                    """,
                    ResourceQuota.class));
    eventually(
        () ->
            assertEquals(
                quota.getSpec().getHard(),
                namespace.existing(ResourceQuota.class, "none").getStatus().getHard()));

    apps.create("limited", "{replicas: 1}");

    // Admission may know the quota later, without its status.
    eventually(
        () -> {
          var ready = apps.ready("limited");
          assertEquals("ReconcileFailed", ready.getReason());
          assertTrue(ready.getMessage().contains("exceeded quota: none"), ready::getMessage);
        });
    assertNull(apps.status("limited").observedGeneration());
    namespace.client().resource(quota).delete();
    apps.awaitReady("limited", 1);
  }

  private static void assertRefused(String name, String cause) {
    eventually(() -> assertEquals("InvalidSpec", apps.ready(name).getReason()));
    var message = apps.ready(name).getMessage();
    assertTrue(message.contains(cause), message);
    assertEquals("False", apps.ready(name).getStatus());
    eventually(() -> assertEquals(List.of(message), apps.events(name, "InvalidSpec")));
    assertNull(namespace.get(Deployment.class, "dp-" + name));
    assertNull(namespace.get(Service.class, "service-" + name));
    assertNull(apps.status(name).observedGeneration());
  }
}
