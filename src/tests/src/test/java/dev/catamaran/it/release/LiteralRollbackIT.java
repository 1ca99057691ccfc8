package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

@RealNode
class LiteralRollbackIT {

  @Test
  void restoresTheStoredObjectsWithoutRendering(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(chart(), "{color: green, size: 30000000}");
    var random = namespace.data("one-random");
    helm.upgrade(chart(), "{color: red}");
    assertNotEquals(random, namespace.data("one-random"));
    assertEquals(Map.of("at", "2"), namespace.data("one-upgraded"));

    var desired = helm.desired(chart(), "{color: red}", EngineOptions.DEFAULT);
    helm.engine().run(new HelmCall.Rollback(desired, helm.revision(1)));

    assertEquals(random, namespace.data("one-random"));
    assertEquals(Map.of("text", "{{ no template }}"), namespace.data("one-text"));
    assertEquals(Map.of("of", "one"), namespace.data("one-sub"));
    assertEquals(Map.of("at", "1"), namespace.data("one-rolled-back"));
    assertEquals(Map.of("at", "2"), namespace.data("one-upgraded"));
  }

  @Test
  void storesTheInputOfTheOriginalRevision(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(chart(), "{color: green, size: 30000000}");
    helm.upgrade(chart(), "{color: red}");
    var desired = helm.desired(chart(), "{color: red}", EngineOptions.DEFAULT);
    helm.engine().run(new HelmCall.Rollback(desired, helm.revision(1)));
    helm.engine().run(new HelmCall.Rollback(desired, helm.revision(3)));

    var first = helm.payload(1);
    var last = helm.payload(4);
    assertEquals(first.path("config"), last.path("config"));
    assertEquals(first.path("chart").path("values"), last.path("chart").path("values"));
    assertEquals(objects(first.path("manifest").asText()), objects(last.path("manifest").asText()));
    var revision = helm.revision(4);
    assertEquals(RevisionStatus.DEPLOYED, revision.status());
    assertEquals("Rollback to 3", revision.description());
    var origin = revision.origin().orElseThrow();
    assertEquals(OptionalInt.of(3), origin.literalOf());
    assertEquals(helm.revision(1).origin().orElseThrow().inputDigest(), origin.inputDigest());
  }

  private static String objects(String manifest) {
    return manifest.replace("# Source: colors/templates/literal.yaml\n", "");
  }

  private static Path chart() {
    return TestChart.named("colors")
        .values("color: blue")
        .configMap("random", "value", "\"{{ randAlphaNum 12 }}\"")
        .configMap("text", "text", "\"{{ `{{ no template }}` }}\"")
        .template("upgraded.yaml", hook("upgraded", "pre-upgrade"))
        .template("rolled-back.yaml", hook("rolled-back", "post-rollback"))
        .file("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n")
        .file(
            "charts/sub/templates/sub.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-sub"}
            data: {of: "{{ .Release.Name }}"}
            """)
        .path();
  }

  private static String hook(String name, String event) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: "{{ .Release.Name }}-%s", annotations: {helm.sh/hook: %s}}
    data: {at: "{{ .Release.Revision }}"}
    """
        .formatted(name, event);
  }
}
