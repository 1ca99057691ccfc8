package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class MissingDefinitionIT {

  @Test
  void reconcilesAKindOnlyWhileItsDefinitionExists(TestNamespace namespace) {
    var late = new PassingKind(namespace, "Latecomer", "v1");
    var chart = TestChart.named("late").configMap("made", "by", "it").path();
    var watching =
        Watching.yaml(
            "- {group: %s, version: v1, kind: Latecomer, chart: %s}\n"
                .formatted(late.group(), chart));
    var operator = namespace.launch(watching.and("Widget", chart));
    operator.awaitLog("Latecomer is not served; waiting for its CustomResourceDefinition");
    namespace.deploy("Widget", "early", "{}");

    define(late);
    operator.awaitLog("Reconciling " + late.apiVersion() + ", Kind=Latecomer");
    for (var name : List.of("one", "two")) {
      create(late, name);
      awaitRelease(namespace, name);
    }
    // The definition goes with its primaries, and these with their releases.
    late.undefine();
    for (var name : List.of("one", "two")) {
      assertEquals(List.of(), namespace.revisions(name));
      assertEquals(Map.of(), namespace.data(name + "-made"));
    }
    operator.awaitLog("Latecomer is no longer served");
    namespace.deploy("Widget", "late", "{}");
    throughout(Duration.ofSeconds(2), () -> assertIsQuietSince(operator, "is no longer served"));

    define(late);
    eventually(
        () ->
            assertEquals(
                2,
                operator
                    .log()
                    .lines()
                    .filter(line -> line.contains("Reconciling " + late.apiVersion()))
                    .count()));
    create(late, "second");
    awaitRelease(namespace, "second");
    late.object("second").delete();
    eventually(() -> assertEquals(List.of(), namespace.revisions("second")));
  }

  private static void define(PassingKind late) {
    late.define("{type: object, x-kubernetes-preserve-unknown-fields: true}", "{status: {}}");
  }

  /** The API server serves a new kind shortly after the creation of its definition. */
  private static void create(PassingKind late, String name) {
    var primary =
        Serialization.unmarshal(
            "---\n{apiVersion: %s, kind: Latecomer, metadata: {name: %s}, spec: {}}"
                .formatted(late.apiVersion(), name),
            GenericKubernetesResource.class);
    eventually(() -> late.objects().resource(primary).create());
  }

  private static void awaitRelease(TestNamespace namespace, String name) {
    namespace.awaitRevisions(name, "1 deployed");
    assertEquals(Map.of("by", "it"), namespace.data(name + "-made"));
  }

  private static void assertIsQuietSince(OperatorProcess operator, String line) {
    var log = operator.log();
    var after = log.substring(log.indexOf('\n', log.indexOf(line)) + 1);
    assertTrue(after.lines().noneMatch(l -> l.contains("WARN") || l.contains("ERROR")), after);
    assertFalse(log.contains("Exception"), log);
  }
}
