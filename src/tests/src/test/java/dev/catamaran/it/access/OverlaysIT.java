package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.Overlay;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedObject;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the operator with each overlay in config/ and only the rights of this overlay. */
class OverlaysIT {
  @ParameterizedTest
  @ValueSource(strings = {"default", "namespaced", "impersonation"})
  void givesTheOperatorSufficientRights(String folder, TestNamespace namespace) throws Exception {
    var overlay = Overlay.of(folder, namespace);
    overlay.applyTo(namespace);
    var identity = overlay.identity(namespace);
    var requests = RequestLog.of(identity);
    int port = FreePort.find();
    var flags = new ArrayList<>(overlay.flags());
    flags.add("--metrics-bind-address=127.0.0.1:" + port);
    flags.add("--health-probe-bind-address=0");
    // This test ignores other primaries in the cluster.
    var operator =
        namespace.launch(
            overlay.watchedNamespaces().orElse(namespace.name()),
            identity,
            Watching.yaml(
                """
                - group: cache.my.domain
                  version: v1alpha1
                  kind: Memcached
                  chart: %s
                """
                    .formatted(TestChart.memcached())),
            flags.toArray(String[]::new));

    reconciles(namespace, operator);

    assertEquals(List.of(), requests.forbidden(), operator::log);
    showsMetricsToReadersOnly(namespace, port);
  }

  private static void reconciles(TestNamespace namespace, OperatorProcess operator) {
    var sample =
        namespace
            .scratch()
            .create(
                Serialization.unmarshal(
                    """
                    apiVersion: cache.my.domain/v1alpha1
                    kind: Memcached
                    metadata: {name: memcached-one}
                    spec: {replicaCount: 1}
                    """,
                    GenericKubernetesResource.class));
    var kind = GroupVersionKind.parse(sample.getApiVersion(), sample.getKind());
    TestedObject<GenericKubernetesResource> primary =
        namespace.scratch().object(kind, "memcached-one");
    primary.awaitReady();
    primary.patch("{spec: {replicaCount: 2}}");
    primary.awaitReady();
    // The operator creates a deleted object again.
    namespace.delete(Service.class, "memcached-one");
    eventually(() -> assertNotNull(namespace.get(Service.class, "memcached-one"), operator::log));
    primary.delete();
    primary.awaitGone();
    assertTrue(operator.isAlive(), operator::log);
  }

  private static void showsMetricsToReadersOnly(TestNamespace namespace, int port)
      throws Exception {
    var metrics = new MetricsClient("https://127.0.0.1:%d/metrics".formatted(port));
    assertEquals(401, metrics.get().statusCode());
    assertEquals(403, metrics.get(TestAccount.in(namespace, "nobody").token()).statusCode());
    var reader = TestAccount.in(namespace, "reader").mayGet("/metrics").token();
    // The API server applies new rights only after a moment.
    eventually(() -> assertEquals(200, metrics.get(reader).statusCode()));
  }

  @Test
  void reachesNoOtherNamespaceIfNamespaced(TestNamespace namespace) {
    var overlay = Overlay.of("namespaced", namespace);
    var bound =
        of(overlay, ClusterRoleBinding.class).map(b -> b.getRoleRef().getName()).collect(toSet());
    assertEquals(
        Set.of("customresourcedefinitions", "tokenreviews", "subjectaccessreviews"),
        of(overlay, ClusterRole.class)
            .filter(role -> bound.contains(role.getMetadata().getName()))
            .flatMap(role -> role.getRules().stream())
            .flatMap(rule -> rule.getResources().stream())
            .collect(toSet()));
    assertEquals(
        rules("config/rbac/role.yaml").stream()
            .filter(rule -> !rule.getResources().contains("customresourcedefinitions"))
            .toList(),
        rules("config/namespaced/base/role.yaml"));
  }

  @Test
  void createsOnlyEventsItselfIfImpersonating(TestNamespace namespace) {
    var overlay = Overlay.of("impersonation", namespace);
    assertEquals(
        List.of("events"),
        of(overlay, ClusterRole.class)
            .filter(role -> role.getMetadata().getName().endsWith("manager-role"))
            .flatMap(role -> role.getRules().stream())
            .filter(rule -> rule.getVerbs().contains("create"))
            .flatMap(rule -> rule.getResources().stream())
            .toList());
    assertTrue(
        of(overlay, ServiceAccount.class)
            .anyMatch(account -> namespace.name().equals(account.getMetadata().getNamespace())));
  }

  private static <T> Stream<T> of(Overlay overlay, Class<T> type) {
    return overlay.objects().stream().filter(type::isInstance).map(type::cast);
  }

  @Test
  void hasAValidNetworkPolicy(TestNamespace namespace) {
    var policy = Overlay.of("network-policy", namespace).objects().getFirst();
    policy.getMetadata().setNamespace(namespace.name());
    namespace.client().resource(policy).create();
  }

  private static List<PolicyRule> rules(String file) {
    try {
      return Serialization.unmarshal(Files.readString(Path.of(file)), Role.class).getRules();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
