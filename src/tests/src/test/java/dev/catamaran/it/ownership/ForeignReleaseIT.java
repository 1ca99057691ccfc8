package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForeignReleaseIT {

  @Test
  void refusesAPrimaryWithTheReleaseNameOfAnotherKind(TestNamespace namespace) {
    var chart = colors();
    namespace.operate(Watching.chart("Widget", chart).and("Gadget", chart));
    namespace.deploy("Widget", "one", "{}");

    namespace.apply("Gadget", "one", "{}");

    assertRefused(namespace, "Gadget", "Widget " + namespace.name() + "/one");
    namespace.delete("Gadget", "one");
    eventually(() -> assertNull(namespace.primary("Gadget", "one")));
    throughout(
        Duration.ofSeconds(2),
        () -> {
          assertEquals(List.of("1 deployed"), namespace.revisions("one"));
          assertNotNull(namespace.get(ConfigMap.class, "one-colors"));
        });
  }

  @Test
  void installsAfterDeletionOfTheOtherPrimary(TestNamespace namespace) {
    var chart = colors();
    namespace.operate(Watching.chart("Widget", chart).and("Gadget", chart));
    namespace.deploy("Widget", "one", "{}");
    namespace.apply("Gadget", "one", "{}");
    assertRefused(namespace, "Gadget", "Widget " + namespace.name() + "/one");

    namespace.delete("Widget", "one");

    namespace.awaitReady("Gadget", "one");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of(), namespace.condition("Gadget", "one", "Stalled"));
  }

  @Test
  void keepsAReleaseInstalledWithHelm(TestNamespace namespace) {
    var chart = colors();
    new Helm(chart)
        .install()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
    var before = namespace.existing(ConfigMap.class, "one-colors");
    namespace.operate(Watching.chart("Widget", chart));

    namespace.apply("Widget", "one", "{}");

    assertRefused(namespace, "Widget", "not made by this operator");
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(before, namespace.get(ConfigMap.class, "one-colors"));
  }

  @Test
  void isAdoptedByARecreatedPrimaryOfTheSameName(TestNamespace namespace) {
    var operator = namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{}");
    operator.close();
    var widget = namespace.resource("Widget", "one");
    TestNamespace.edit(
        widget,
        found -> {
          found.getMetadata().setFinalizers(List.of());
          return found;
        });
    widget.delete();
    eventually(() -> assertNull(widget.get()));
    // The garbage collector must not delete it in the middle of the adoption.
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
    var uid = namespace.apply("Widget", "one", "{}").getMetadata().getUid();

    namespace.operate(Watching.chart("Widget", colors(), "allowUnreportedRevisions: true"));

    namespace.awaitReady("Widget", "one");
    eventually(
        () -> {
          var owners =
              namespace.existing(ConfigMap.class, "one-colors").getMetadata().getOwnerReferences();
          assertTrue(owners.stream().anyMatch(owner -> owner.getUid().equals(uid)));
        });
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
  }

  private static void assertRefused(TestNamespace namespace, String kind, String owner) {
    eventually(
        () -> {
          var stalled = namespace.condition(kind, "one", "Stalled");
          assertEquals("ReleaseTaken", stalled.get("reason"));
          assertTrue(stalled.get("message").contains(owner), stalled::toString);
          assertEquals("False", namespace.condition(kind, "one", "Ready").get("status"));
        });
  }

  private static Path colors() {
    return TestChart.named("colors").configMap("colors", "color", "blue").path();
  }
}
