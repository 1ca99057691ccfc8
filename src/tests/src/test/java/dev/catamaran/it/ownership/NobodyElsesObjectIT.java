package dev.catamaran.it.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What others made is not replaced, deleted or taken, by whatever path. */
class NobodyElsesObjectIT {
  private static final Path CHART =
      TestChart.named("neighbours")
          .configMap("colors", "color", "blue")
          .template(
              "hook.yaml",
              """
              {{- with .Values.hook }}
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: {{ . | quote }}, annotations: {helm.sh/hook: pre-install}}
              {{- end }}
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", CHART)
              .and("Gizmo", CHART, "drift: warn")
              .and("Trinket", CHART, "drift: ignore"));

  @Test
  void refusesAHookInThePlaceOfAPersonsObject(TestPrimary one) {
    var precious = one.namespace().configMap("precious", Map.of("data", "mine"));

    one.apply("{hook: precious}");

    one.awaitReason("ReleaseFailed", "InstallError", "no hook of this release has made it");
    assertEquals(precious, one.namespace().get(ConfigMap.class, "precious"));
    assertEquals(List.of(), one.revisions());
    one.apply("{}").awaitReady();
  }

  @Test
  void refusesAHookInThePlaceOfAnotherReleasesObject(TestPrimary one) {
    var other = one.another().deploy("{}");
    var uid = other.uid(ConfigMap.class, "colors");

    one.apply("{hook: %s}".formatted(other.object("colors")));

    one.awaitReason("ReleaseFailed", "InstallError", "meta.helm.sh/release-name");
    assertEquals(uid, other.uid(ConfigMap.class, "colors"));
  }

  @Test
  void repairsNoObjectOfAnotherRelease(TestPrimary one) {
    assertStaysWithAnotherRelease(one);
  }

  @Test
  void adoptsNoObjectOfAnotherReleaseWhereDriftIsReported(@OfKind("Gizmo") TestPrimary one) {
    assertStaysWithAnotherRelease(one);
  }

  @Test
  void adoptsNoObjectOfAnotherReleaseWhereDriftIsIgnored(@OfKind("Trinket") TestPrimary one) {
    assertStaysWithAnotherRelease(one);
  }

  private static void assertStaysWithAnotherRelease(TestPrimary one) {
    one.deploy("{}");

    one.merge(
        ConfigMap.class,
        "colors",
        "{metadata: {ownerReferences: null, annotations: {meta.helm.sh/release-name: other}},"
            + " data: {color: theirs}}");

    one.awaitMessage("Irreconcilable", "belongs to release", "/other", "is not repaired");
    Rest.after(OPERATOR.operator(), one, () -> one.annotate("example.com/look", "again"));
    one.awaitData("colors", "color", "theirs");
    assertEquals(
        List.of(), one.existing(ConfigMap.class, "colors").getMetadata().getOwnerReferences());
  }
}
