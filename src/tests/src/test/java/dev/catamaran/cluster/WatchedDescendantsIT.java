package dev.catamaran.cluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatchedDescendantsIT {
  private Instant now = Instant.EPOCH;

  @Test
  void watchesAKindAMinuteAfterARefusal(TestNamespace namespace) {
    createConfigMap(namespace);
    var one = new ObjectKey("v1", "ConfigMap", namespace.name(), "one");
    var limited = namespace.identity("limited", rules("get"));
    var config = Config.fromKubeconfig(limited.kubeconfig().toFile());
    try (var client = new KubernetesClientBuilder().withConfig(config).build();
        var descendants =
            new WatchedDescendants(
                client,
                new ApiResources(client),
                "it",
                new WatchedNamespaces(Set.of(namespace.name())),
                new InformerMeters(new SimpleMeterRegistry()),
                primary -> {},
                () -> now)) {
      assertFalse(descendants.watch(one));
      grant(namespace, "*");
      eventually(
          () -> assertDoesNotThrow(() -> client.configMaps().inNamespace(namespace.name()).list()));

      now = now.plus(Duration.ofMinutes(1));
      assertFalse(descendants.watch(one), "it asks once a minute at most");
      now = now.plusMillis(1);
      eventually(() -> assertTrue(descendants.watch(one)));
      assertEquals(one, descendants.find(one).orElseThrow().key());
    }
  }

  private static void createConfigMap(TestNamespace namespace) {
    namespace
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("one")
                .withNamespace(namespace.name())
                .addToLabels("catamaran.dev/operator", "it")
                .endMetadata()
                .build())
        .create();
  }

  private static void grant(TestNamespace namespace, String verb) {
    namespace
        .client()
        .resources(ClusterRole.class)
        .withName(namespace.name() + "-limited")
        .edit(
            role -> {
              role.setRules(rules(verb));
              return role;
            });
  }

  private static List<PolicyRule> rules(String verb) {
    return List.of(
        new PolicyRuleBuilder()
            .withApiGroups("")
            .withResources("configmaps")
            .withVerbs(verb)
            .build());
  }
}
