package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@RealNode
class FailedUpgradeIT {

  @Test
  void removesObjectsOfTheFailedRevisionAfterASpecCorrection(TestNamespace namespace) {
    failToUpgrade(namespace);
    assertNotNull(namespace.get(ConfigMap.class, "one-extra"));

    namespace.deploy("Widget", "one", "{color: red}");

    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-extra")));
    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
  }

  @Test
  void removesObjectsOfTheFailedRevisionAfterASpecRevert(TestNamespace namespace) {
    failToUpgrade(namespace);

    namespace.deploy("Widget", "one", "{}");

    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-extra")));
    assertTrue(namespace.revisions("one").getLast().endsWith(" deployed"));
  }

  @Test
  void keepsAnExemptFieldOfTheFailedRevision(TestNamespace namespace) {
    failToUpgrade(namespace, "drift: {ignore: [{paths: [/data/taste]}]}");
    // An upgrade writes no field that is exempt.
    assertFalse(namespace.data("one-colors").containsKey("taste"));
    namespace.edit(
        ConfigMap.class,
        "one-colors",
        map -> new ConfigMapBuilder(map).addToData("taste", "sour").build());

    namespace.deploy("Widget", "one", "{color: red}");

    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-extra")));
    assertEquals(Map.of("color", "red", "taste", "sour"), namespace.data("one-colors"));
  }

  @Test
  void isReportedInTheConditionsUntilASuccess(TestNamespace namespace) {
    failToUpgrade(namespace);

    var failed = namespace.condition("Widget", "one", "ReleaseFailed");
    assertEquals("UpgradeError", failed.get("reason"));
    assertTrue(failed.getOrDefault("message", "").contains("spec.ports[0].port"), failed::toString);
    assertEquals("True", namespace.condition("Widget", "one", "Irreconcilable").get("status"));
    assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
    assertEquals("True", namespace.condition("Widget", "one", "Deployed").get("status"));

    namespace.deploy("Widget", "one", "{color: red}");

    assertEquals(Map.of(), namespace.condition("Widget", "one", "ReleaseFailed"));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Irreconcilable"));
  }

  @Test
  void leavesNothingAfterDeletionOfThePrimary(TestNamespace namespace) {
    failToUpgrade(namespace);

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(
        () -> {
          assertNull(namespace.get(ConfigMap.class, "one-colors"));
          assertNull(namespace.get(ConfigMap.class, "one-extra"));
        });
  }

  private static void failToUpgrade(TestNamespace namespace, String... options) {
    var all = Stream.concat(Stream.of("remediation: {upgrade: keep}"), Stream.of(options));
    namespace.operate(Watching.chart("Widget", TestChart.breakable(), all.toArray(String[]::new)));
    namespace.deploy("Widget", "one", "{}");
    namespace.apply("Widget", "one", "{broken: true}");
    eventually(
        () ->
            assertEquals(
                "True", namespace.condition("Widget", "one", "ReleaseFailed").get("status")));
  }
}
