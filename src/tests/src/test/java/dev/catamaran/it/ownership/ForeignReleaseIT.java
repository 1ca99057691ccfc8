package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The release of a primary's name belongs to another primary, or to a person. */
@RealNode
class ForeignReleaseIT {
  private static final Path COLORS = TestChart.breakable();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", COLORS)
              .and("Gadget", COLORS)
              .and("Gizmo", COLORS, "allowAdoption: true"));

  @Test
  void refusesAPrimaryWithTheReleaseNameOfAnotherKind(TestPrimary one) {
    one.deploy("{}");
    var other = one.part("Gadget", "").apply("{}");

    assertRefused(other, "Widget %s/%s".formatted(one.namespace().name(), one.name()));
    other.delete();
    eventually(() -> assertNull(other.primary()));
    Rest.after(OPERATOR.operator(), one, () -> one.annotate("example.com/look", "again"));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertNotNull(one.get(ConfigMap.class, "colors"));
  }

  @Test
  void neverAdoptsAReleaseOfAnotherPrimary(TestPrimary one) {
    one.deploy("{color: red}");
    var other = one.part("Gizmo", "").apply("{color: green}");
    other.annotate("catamaran.dev/adopt-release", "true");

    assertRefused(other, "belongs to Widget %s/%s".formatted(one.namespace().name(), one.name()));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(Map.of("color", "red"), one.data("colors"));
  }

  @Test
  void installsAfterDeletionOfTheOtherPrimary(TestPrimary one) {
    one.deploy("{}");
    var other = one.part("Gadget", "").apply("{}");
    assertRefused(other, "Widget %s/%s".formatted(one.namespace().name(), one.name()));

    one.delete();

    other.awaitReady();
    assertEquals(List.of("1 deployed"), other.revisions());
    assertEquals(Map.of(), other.condition("Stalled"));
  }

  @Test
  void keepsAReleaseInstalledWithHelm(TestPrimary one) {
    new Helm(COLORS)
        .install()
        .withName(one.name())
        .withNamespace(one.namespace().name())
        .withKubeConfig(one.namespace().cluster().adminKubeconfig())
        .call();
    var before = one.existing(ConfigMap.class, "colors");

    one.apply("{}");

    assertRefused(one, "not made by this operator");
    one.delete();
    eventually(() -> assertNull(one.primary()));
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(before, one.get(ConfigMap.class, "colors"));
  }

  @Test
  void isAdoptedByARecreatedPrimaryOfTheSameName(TestNamespace namespace) {
    var operator = namespace.operate(Watching.chart("Widget", COLORS));
    var one = namespace.widget("one").deploy("{}");
    operator.close();
    one.patch("{metadata: {finalizers: null}}");
    one.delete();
    eventually(() -> assertNull(one.primary()));
    // The garbage collector must not delete it in the middle of the adoption.
    one.awaitGone(ConfigMap.class, "colors");
    var uid = one.apply("{}").uid();

    namespace.operate(Watching.chart("Widget", COLORS, "allowUnreportedRevisions: true"));

    one.awaitReady();
    eventually(
        () -> {
          var owners = one.value(ConfigMap.class, "colors", "metadata.ownerReferences");
          assertTrue(owners.contains(uid), owners);
        });
    assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
  }

  private static void assertRefused(TestPrimary one, String owner) {
    one.awaitReason("Stalled", "ReleaseTaken", owner);
    one.awaitStatus("Ready", "False");
  }
}
