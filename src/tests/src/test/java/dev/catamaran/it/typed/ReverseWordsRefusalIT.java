package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.samples.reversewords.ReverseWordsApp;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
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
  void keepsADeploymentOfAnotherOwnerAndReportsIt() {
    var foreign = namespace.client().resource(deployment("dp-taken")).create();

    apps.create("taken", "{replicas: 2}");

    eventually(() -> assertEquals("NameTaken", apps.ready("taken").getReason()));
    var message = apps.ready("taken").getMessage();
    assertTrue(
        message.startsWith("Deployment %s/dp-taken exists".formatted(namespace.name())), message);
    eventually(() -> assertEquals(List.of(message), apps.events("taken", "NameTaken")));
    var now = apps.deployment("taken");
    assertEquals(foreign.getMetadata().getGeneration(), now.getMetadata().getGeneration());
    assertEquals(List.of(), now.getMetadata().getOwnerReferences());
    assertEquals(foreign.getMetadata().getLabels(), now.getMetadata().getLabels());
    assertNull(apps.status("taken").observedGeneration());
  }

  @Test
  void keepsAServiceOfAnotherOwnerAndReportsIt() {
    var foreign = namespace.client().resource(service("service-routed")).create();

    apps.create("routed", "{replicas: 1}");

    eventually(() -> assertEquals("NameTaken", apps.ready("routed").getReason()));
    var message = apps.ready("routed").getMessage();
    assertTrue(
        message.startsWith("Service %s/service-routed exists".formatted(namespace.name())),
        message);
    var now = apps.service("routed");
    assertEquals(
        foreign.getMetadata().getResourceVersion(), now.getMetadata().getResourceVersion());
  }

  @Test
  void theSchemaRefusesNegativeReplicas() {
    var refusal =
        assertThrows(
            KubernetesClientException.class, () -> apps.create("negative", "{replicas: -1}"));
    assertTrue(refusal.getMessage().contains("spec.replicas"), refusal.getMessage());
  }

  @Test
  void refusesNegativeReplicasOfAnAppOlderThanTheSchema() {
    var definitions =
        namespace
            .client()
            .resources(CustomResourceDefinition.class)
            .withName("reversewordsapps.apps.linuxera.org");
    var schema = definitions.get();
    TestNamespace.edit(definitions, ReverseWordsRefusalIT::withoutMinimum);
    try {
      // The API server applies a changed schema after a moment.
      eventually(() -> apps.create("older", "{replicas: -1}"));
    } finally {
      TestNamespace.edit(definitions, now -> withSpecOf(schema, now));
    }
    // Other tests need the schema.
    eventually(
        () -> assertThrows(KubernetesClientException.class, ReverseWordsRefusalIT::tryNegative));

    assertRefused("older", "spec.replicas is -1");
  }

  private static void tryNegative() {
    var yaml =
        """
        apiVersion: apps.linuxera.org/v1alpha1
        kind: ReverseWordsApp
        metadata: {name: tried, namespace: %s}
        spec: {replicas: -1}
        """
            .formatted(namespace.name());
    namespace
        .client()
        .resource(Serialization.unmarshal(yaml, ReverseWordsApp.class))
        .dryRun(true)
        .create();
  }

  @Test
  void refusesANameInvalidForAService() {
    apps.create("my.words", "{replicas: 1}");

    assertRefused("my.words", "metadata.name has a dot");
  }

  @Test
  void refusesANameTooLongForTheService() {
    var name = "w".repeat(56);
    apps.create(name, "{replicas: 1}");

    assertRefused(name, "metadata.name has 56 characters");
  }

  @Test
  void acceptsTheLongestNameForTheService() {
    var name = "w".repeat(55);
    apps.create(name, "{replicas: 1}");

    apps.awaitReady(name, 1);
    assertEquals(63, apps.service(name).getMetadata().getName().length());
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
    var quota = namespace.client().resource(noLoadBalancers()).create();
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

  private static CustomResourceDefinition withoutMinimum(CustomResourceDefinition definition) {
    definition.getSpec().getVersions().forEach(ReverseWordsRefusalIT::allowNegative);
    return definition;
  }

  private static void allowNegative(CustomResourceDefinitionVersion version) {
    var spec = version.getSchema().getOpenAPIV3Schema().getProperties().get("spec");
    spec.getProperties().get("replicas").setMinimum(null);
  }

  private static CustomResourceDefinition withSpecOf(
      CustomResourceDefinition before, CustomResourceDefinition now) {
    now.setSpec(before.getSpec());
    return now;
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.name())
        .endMetadata()
        .withNewSpec()
        .withReplicas(0)
        .withNewSelector()
        .addToMatchLabels("of", "somebody")
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("of", "somebody")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("reversewords")
        .withImage("other:1")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static ResourceQuota noLoadBalancers() {
    return new ResourceQuotaBuilder()
        .withNewMetadata()
        .withName("none")
        .withNamespace(namespace.name())
        .endMetadata()
        .withNewSpec()
        .addToHard("services.loadbalancers", new Quantity("0"))
        .endSpec()
        .build();
  }

  private static Service service(String name) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.name())
        .endMetadata()
        .withNewSpec()
        .addToSelector("of", "somebody")
        .addNewPort()
        .withName("http")
        .withPort(80)
        .endPort()
        .endSpec()
        .build();
  }
}
