package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The author of a primary must not request these options. Only watches.yaml permits them. */
@RealNode
class NotAllowedIT {
  private static final Path COLORS =
      TestChart.named("colors")
          .configMap("colors", "color", "{{ .Values.color }}")
          .values("color: blue")
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR = OneOperator.of(Watching.chart("Widget", COLORS));

  @Test
  void toChooseAnotherAccountUntilTheAnnotationIsGone(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/service-account-name", "mighty");
    assertRefused(one, "allowServiceAccountOverride");
    Rest.after(OPERATOR.operator(), one, () -> one.apply("{color: green}"));
    assertEquals(List.of("1 deployed"), one.revisions());

    one.annotate("catamaran.dev/service-account-name", null);

    one.awaitData("colors", "color", "green");
    one.awaitReady();
    assertEquals(Map.of(), one.condition("Stalled"));
  }

  @Test
  void toAdoptARelease(TestPrimary one) {
    new Helm(COLORS)
        .install()
        .withName(one.name())
        .withNamespace(one.namespace().name())
        .withKubeConfig(one.namespace().cluster().adminKubeconfig())
        .call();
    one.apply("{color: red}");
    one.annotate("catamaran.dev/adopt-release", "true");
    assertRefused(one, "allowAdoption");

    one.delete();

    eventually(() -> assertNull(one.primary()));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(Map.of("color", "blue"), one.data("colors"));
  }

  @Test
  void toTakeValuesFromASecretAndCanBeDeleted(TestPrimary one) {
    one.namespace().secret("theirs", Map.of("values.yaml", "color: secret"));
    one.deploy("{}");
    one.annotate("catamaran.dev/values-from", "Secret/theirs");
    assertRefused(one, "allowValuesFromSecrets");
    assertEquals(Map.of("color", "blue"), one.data("colors"));

    one.delete();

    one.awaitGone();
    assertEquals(Map.of(), one.data("colors"));
  }

  @Test
  void toUseAnotherNamespaceForItsRelease(TestNamespace namespace) {
    try (var other = TestNamespace.create()) {
      namespace.operate(
          Watching.chart("Widget", COLORS, "targetNamespace: '{{ .spec.tenant }}'"), other.name());
      var one = namespace.widget("one").apply("{tenant: %s}".formatted(other.name()));
      assertRefused(one, "allowOtherNamespaces");
      assertEquals(List.of(), other.revisions("one"));

      one.deploy("{tenant: %s}".formatted(namespace.name()));
    }
  }

  /** RolloutIT has it allowed. */
  @Test
  void toBeInTheOperatorsOwnNamespace(TestNamespace namespace) {
    namespace.launch(Map.of("POD_NAMESPACE", namespace.name()), Watching.chart("Widget", COLORS));
    var one = namespace.widget("one").apply("{color: red}");
    assertRefused(one, "allowOperatorNamespace");
    assertEquals(Map.of(), one.data("colors"));
  }

  private static void assertRefused(TestPrimary one, String option) {
    one.awaitReason("Stalled", "NotAllowed", option + ": true for this kind in watches.yaml");
  }
}
