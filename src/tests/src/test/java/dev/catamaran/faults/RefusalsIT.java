package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfigBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API server refuses a request because of RBAC or a webhook. The condition names the cause. */
class RefusalsIT {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final int GOOD = 20;

  /** Nothing listens on this port. */
  private static final WebhookClientConfig UNREACHABLE =
      new WebhookClientConfigBuilder().withUrl("https://127.0.0.1:1/").build();

  private static final Path MEEK =
      TestChart.named("meek")
          .configMap("size", "size", "{{ required \"say a size\" .Values.size | quote }}")
          .path();

  private static final Watching WATCHING = Watching.chart("Widget", MEEK);

  @SideBySide
  void reportsARevokedRightAndContinuesWhenItReturns(TestNamespace namespace) {
    var limited = namespace.identity("limited", rules("get", "list", "watch", "patch", "delete"));
    namespace.operate(limited, WATCHING, NEVER);
    namespace.apply("Widget", "meek", "{size: 1}");

    eventually(
        () -> {
          var ready = namespace.condition("Widget", "meek", "Ready");
          assertEquals("False", ready.get("status"));
          assertTrue(ready.getOrDefault("message", "").contains("create"), ready::toString);
          assertTrue(ready.getOrDefault("message", "").contains("configmaps"), ready::toString);
          assertTrue(
              ready.getOrDefault("message", "").contains("run `make manifests deploy`"),
              ready::toString);
        });

    grant(namespace, rules("*"));
    long granted = System.nanoTime();
    eventually(() -> assertEquals("1", namespace.data("meek-size").get("size")));
    var waited = Duration.ofNanos(System.nanoTime() - granted).toSeconds();
    assertTrue(waited < 5 * 15, () -> waited + " s");
    namespace.awaitReady("Widget", "meek");
    assertTrue(namespace.revisions("meek").getLast().endsWith("deployed"));
  }

  /** An operator may grant in a Role only what it may do itself. */
  @SideBySide
  void reportsRightsThatItMayNotGrantAndContinuesWithThem(TestNamespace namespace) {
    var rules = rules("*");
    rules.add(
        rule(
            "rbac.authorization.k8s.io",
            "roles",
            "get,list,watch,create,update,patch,delete".split(",")));
    namespace.operate(
        namespace.identity("limited", rules), Watching.chart("Widget", granting()), NEVER);
    namespace.apply("Widget", "meek", "{verb: ''}");
    namespace.awaitReady("Widget", "meek");

    namespace.apply("Widget", "meek", "{verb: deletecollection}");

    eventually(
        () -> {
          var ready = namespace.condition("Widget", "meek", "Ready");
          assertEquals("Forbidden", ready.get("reason"), ready::toString);
          assertTrue(
              ready.getOrDefault("message", "").contains("permissions that it does not have"),
              ready::toString);
        });
    rules.add(rule("", "pods", "deletecollection"));
    grant(namespace, rules);
    namespace.awaitReady("Widget", "meek");
    // The values are not to blame, so nothing was rolled back: only the first revision was good.
    assertEquals(
        List.of("1 superseded"),
        namespace.revisions("meek").stream()
            .filter(revision -> revision.endsWith("superseded"))
            .toList());
  }

  private static Path granting() {
    return TestChart.named("meek")
        .configMap("verb", "verb", "\"{{ .Values.verb }}\"")
        .template(
            "role.yaml",
            """
            {{- if .Values.verb }}
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: "{{ .Release.Name }}"}
            rules: [{apiGroups: [""], resources: [pods], verbs: ["{{ .Values.verb }}"]}]
            {{- end }}
            """)
        .path();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connection refused",
        "context deadline exceeded",
        "denied the request: no more sizes"
      })
  void reportsABrokenWebhookAndContinuesWithoutIt(String cause, TestNamespace namespace) {
    try (var silent = TestWebhook.silent();
        var refusing = TestWebhook.refusing("no more sizes")) {
      var server =
          switch (cause) {
            case "connection refused" -> UNREACHABLE;
            case "context deadline exceeded" -> silent.address();
            default -> refusing.address();
          };
      isReported(namespace, server, cause);
    }
  }

  private static void isReported(
      TestNamespace namespace, WebhookClientConfig server, String cause) {
    namespace.operate(WATCHING);
    namespace.apply("Widget", "first", "{size: 1}");
    namespace.awaitReady("Widget", "first");
    var webhook = webhook(namespace, server);
    namespace.client().resource(webhook).create();
    try {
      awaitRefusal(namespace);
      namespace.apply("Widget", "second", "{size: 1}");
      eventually(
          () -> {
            var ready = namespace.condition("Widget", "second", "Ready");
            assertEquals("False", ready.get("status"));
            var message = ready.getOrDefault("message", "");
            assertTrue(message.contains("\"size.test.catamaran.dev\""), message);
            assertTrue(message.contains(cause), message);
          });
    } finally {
      namespace.client().resource(webhook).delete();
    }
    eventually(() -> assertEquals("1", namespace.data("second-size").get("size")));
    namespace.awaitReady("Widget", "second");
  }

  @SideBySide
  void reportsAWebhookThatBlocksARepairAndRepairsWithoutIt(TestNamespace namespace) {
    namespace.operate(namespace.identity(), WATCHING, NEVER);
    namespace.apply("Widget", "meek", "{size: 1}");
    namespace.awaitReady("Widget", "meek");
    var webhook = webhook(namespace, UNREACHABLE);
    namespace.client().resource(webhook).create();
    try {
      awaitRefusal(namespace);
      namespace.client().configMaps().inNamespace(namespace.name()).withName("meek-size").delete();
      eventually(
          () -> {
            var ready = namespace.condition("Widget", "meek", "Ready");
            assertEquals("Unreachable", ready.get("reason"), ready::toString);
            assertTrue(
                ready.getOrDefault("message", "").contains("size.test.catamaran.dev"),
                ready::toString);
          });
    } finally {
      namespace.client().resource(webhook).delete();
    }
    eventually(() -> assertEquals("1", namespace.data("meek-size").get("size")));
    namespace.awaitReady("Widget", "meek");
    assertEquals(List.of("1 deployed"), namespace.revisions("meek"));
  }

  /** The API server calls a new webhook only after a moment. */
  private static void awaitRefusal(TestNamespace namespace) {
    var probe =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("probe")
            .withNamespace(namespace.name())
            .endMetadata()
            .build();
    eventually(
        () ->
            assertThrows(
                KubernetesClientException.class,
                () -> namespace.client().resource(probe).dryRun(true).create()));
  }

  /** A webhook for all ConfigMaps of the namespace. */
  private static ValidatingWebhookConfiguration webhook(
      TestNamespace namespace, WebhookClientConfig server) {
    return new ValidatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName(namespace.name())
        .endMetadata()
        .addNewWebhook()
        .withName("size.test.catamaran.dev")
        .withAdmissionReviewVersions("v1")
        .withSideEffects("None")
        .withFailurePolicy("Fail")
        .withTimeoutSeconds(1)
        .withClientConfig(server)
        .withNewNamespaceSelector()
        .addToMatchLabels("kubernetes.io/metadata.name", namespace.name())
        .endNamespaceSelector()
        .addNewRule()
        .withApiGroups("")
        .withApiVersions("v1")
        .withOperations("CREATE", "UPDATE")
        .withResources("configmaps")
        .endRule()
        .endWebhook()
        .build();
  }

  @SideBySide
  void endsAHookAfterItsTimeout(TestNamespace namespace) {
    var gate = namespace.gate();
    // With the gate open, the Job must end within this time.
    namespace.operate(gated(gate, "timeout: 15s"));
    long begin = System.nanoTime();
    namespace.apply("Widget", "meek", "{size: 1}");

    eventually(
        () -> {
          var failed = namespace.condition("Widget", "meek", "ReleaseFailed");
          assertEquals("InstallError", failed.get("reason"), failed::toString);
          assertTrue(failed.getOrDefault("message", "").contains("pre-install"), failed::toString);
        });
    var waited = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
    assertTrue(waited >= 15 && waited < 5 * 15, () -> waited + " s");
    gate.open();
    namespace.awaitReady("Widget", "meek");
    assertTrue(namespace.revisions("meek").getLast().endsWith("deployed"));
  }

  @SideBySide
  void uninstallsAPrimaryDeletedDuringItsInstall(TestNamespace namespace) {
    var gate = namespace.gate();
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(proxy.identity(namespace.identity()), gated(gate, "timeout: 2m"), NEVER);
      namespace.apply("Widget", "meek", "{size: 1}");
      eventually(() -> assertEquals(List.of("1 pending-install"), namespace.revisions("meek")));

      namespace.delete("Widget", "meek");
      gate.open();

      eventually(() -> assertNull(namespace.primary("Widget", "meek")));
      // Helm creates it after the hook, so the install continued after the deletion.
      assertEquals(1, proxy.seen(Calls.at("/configmaps").by("create")).size());
    }
    assertEquals(List.of(), namespace.revisions("meek"));
    assertEquals(Map.of(), namespace.data("meek-size"));
  }

  private static Watching gated(Gate gate, String... options) {
    return Watching.chart(
        "Widget",
        TestChart.named("meek")
            .configMap("size", "size", "\"{{ .Values.size }}\"")
            .template("gate.yaml", gate.job("pre-install,pre-upgrade"))
            .path(),
        options);
  }

  /** No worker waits for the retry of a failed primary. */
  @SideBySide
  void failingPrimariesDoNotDelayOtherPrimaries(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", MEEK, "retry: {initial: 1h}"));
    int failing = 2 * TestNamespace.WORKERS;
    for (int i = 0; i < failing; i++) {
      namespace.apply("Widget", "poison-" + i, "{}");
    }
    for (int i = 0; i < GOOD; i++) {
      namespace.apply("Widget", "good-" + i, "{size: %d}".formatted(i));
    }

    for (int i = 0; i < GOOD; i++) {
      namespace.awaitReady("Widget", "good-" + i);
      assertEquals(List.of("1 deployed"), namespace.revisions("good-" + i));
    }
    for (int i = 0; i < failing; i++) {
      var message = namespace.condition("Widget", "poison-" + i, "Ready").get("message");
      assertTrue(String.valueOf(message).contains("say a size"), message);
    }
  }

  private static void grant(TestNamespace namespace, List<PolicyRule> rules) {
    namespace
        .client()
        .resources(ClusterRole.class)
        .withName(namespace.name() + "-limited")
        .edit(
            role -> {
              role.setRules(rules);
              return role;
            });
  }

  private static List<PolicyRule> rules(String... forConfigMaps) {
    var rules = new ArrayList<PolicyRule>();
    rules.add(rule("", "configmaps", forConfigMaps));
    rules.add(rule("", "secrets", "*"));
    rules.add(rule("", "events", "*"));
    rules.add(rule("events.k8s.io", "events", "*"));
    rules.add(rule("test.catamaran.dev", "*", "*"));
    rules.add(rule("apiextensions.k8s.io", "customresourcedefinitions", "get", "list", "watch"));
    return rules;
  }

  private static PolicyRule rule(String group, String resource, String... verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(verbs)
        .build();
  }
}
