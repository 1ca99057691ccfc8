package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The author of a primary must not request these options. Only watches.yaml permits them. */
@RealNode
class NotAllowedIT {

  @Test
  void toChooseAnotherAccount(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{color: red}");

    TestAccount.in(namespace, "mighty");
    namespace.annotate("Widget", "one", "catamaran.dev/service-account-name", "mighty");
    assertRefused(namespace, "allowServiceAccountOverride");
    namespace.apply("Widget", "one", "{color: green}");
    throughout(
        Duration.ofSeconds(1),
        () -> assertEquals(List.of("1 deployed"), namespace.revisions("one")));

    namespace.annotate("Widget", "one", "catamaran.dev/service-account-name", null);
    eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));
  }

  @Test
  void toAdoptARelease(TestNamespace namespace) {
    var chart = colors();
    new Helm(chart)
        .install()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
    namespace.operate(Watching.chart("Widget", chart));
    namespace.apply("Widget", "one", "{color: red}");
    namespace.annotate("Widget", "one", "catamaran.dev/adopt-release", "true");

    assertRefused(namespace, "allowAdoption");
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
  }

  @Test
  void toTakeValuesFromASecret(TestNamespace namespace) {
    namespace.secret("theirs", Map.of("values.yaml", "color: secret"));
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");

    namespace.annotate("Widget", "one", "catamaran.dev/values-from", "Secret/theirs");

    assertRefused(namespace, "allowValuesFromSecrets");
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
  }

  @Test
  void toUseAnotherNamespaceForItsRelease(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      namespace.operate(
          Watching.chart("Widget", colors(), "targetNamespace: '{{ .spec.tenant }}'"),
          other.name());
      namespace.apply("Widget", "one", "{tenant: %s}".formatted(other.name()));
      assertRefused(namespace, "allowOtherNamespaces");
      assertEquals(List.of(), other.revisions("one"));

      namespace.deploy("Widget", "one", "{tenant: %s}".formatted(namespace.name()));
      namespace.delete("Widget", "one");
      eventually(() -> assertNull(namespace.primary("Widget", "one")));
    }
  }

  @Test
  void toBeInTheOperatorsOwnNamespace(TestNamespace namespace) {
    var inItsOwn = Map.of("POD_NAMESPACE", namespace.name());
    var operator = namespace.launch(inItsOwn, Watching.chart("Widget", colors()));
    namespace.apply("Widget", "one", "{color: red}");
    assertRefused(namespace, "allowOperatorNamespace");
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    operator.kill();

    namespace.launch(inItsOwn, Watching.chart("Widget", colors(), "allowOperatorNamespace: true"));
    namespace.awaitReady("Widget", "one");
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
  }

  @Test
  void doesNotPreventTheDeletionOfAPrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");
    namespace.annotate("Widget", "one", "catamaran.dev/service-account-name", "mighty");
    assertRefused(namespace, "allowServiceAccountOverride");

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
  }

  private static void assertRefused(TestNamespace namespace, String option) {
    namespace.awaitReason(
        "Widget", "one", "Stalled", "NotAllowed", option + ": true for this kind in watches.yaml");
  }

  private static Path colors() {
    return TestChart.named("colors")
        .configMap("colors", "color", "{{ .Values.color }}")
        .values("color: blue")
        .path();
  }
}
