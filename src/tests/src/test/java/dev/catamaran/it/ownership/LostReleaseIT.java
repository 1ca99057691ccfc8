package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

@RealNode
class LostReleaseIT {

  @Test
  void isStoredAgainAndItsObjectsStay(TestNamespace namespace) {
    namespace.operate(watching());
    namespace.deploy("Widget", "one", "{}");
    var before = uid(namespace);

    deleteReleaseSecrets(namespace);

    eventually(() -> assertEquals(List.of("1 deployed"), namespace.revisions("one")));
    namespace.awaitReady("Widget", "one");
    assertEquals(before, uid(namespace));
  }

  @Test
  void isStoredAgainAfterALossDuringADowntime(TestNamespace namespace) {
    var operator = namespace.operate(watching());
    namespace.deploy("Widget", "one", "{}");
    var before = uid(namespace);
    operator.close();
    deleteReleaseSecrets(namespace);

    namespace.operate(watching());

    eventually(() -> assertEquals(List.of("1 deployed"), namespace.revisions("one")));
    assertEquals(before, uid(namespace));
  }

  /**
   * Helm updates a custom resource by the difference of two manifests. Both manifests are equal
   * here, so Helm writes nothing. The revision has the number of the lost revision.
   */
  @Test
  void writesACustomResourceAgainWhereHelmDoesNot(TestNamespace namespace) {
    var chart =
        TestChart.named("custom")
            .values("{step: zero}")
            .template(
                "gadget.yaml",
                """
                apiVersion: test.catamaran.dev/v1
                kind: Gadget
                metadata: {name: "{{ .Release.Name }}-gadget"}
                spec: {step: "{{ .Values.step }}"}
                """)
            .path();
    namespace.operate(Watching.chart("Widget", chart));
    namespace.deploy("Widget", "one", "{}");
    namespace.pause("Widget", "one");

    namespace.apply("Widget", "one", "{step: three}");
    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");

    eventually(() -> assertEquals("three", step(namespace)));
    namespace.awaitRevisions("one", "1 deployed");
  }

  /** The status has a digest of the lost revision 1 when the new one is made. */
  @Test
  void isUpgradedAfterItIsStoredAgainWithOtherValues(TestNamespace namespace) {
    namespace.operate(steps());
    namespace.deploy("Widget", "one", "{}");
    namespace.pause("Widget", "one");
    namespace.apply("Widget", "one", "{step: three}");
    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");
    eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "one-three")));
    namespace.awaitReady("Widget", "one");

    namespace.apply("Widget", "one", "{step: four}");

    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));
    namespace.awaitReady("Widget", "one");
    assertEquals(
        List.of(),
        namespace.list(Event.class).stream()
            .map(Event::getReason)
            .filter("RevisionNotTrusted"::equals)
            .toList());
  }

  /** No stored revision contains the old object. */
  @Test
  void deletesTheObjectsOfLostRevisions(TestNamespace namespace) {
    namespace.operate(steps());
    namespace.deploy("Widget", "one", "{}");
    namespace.pause("Widget", "one");

    namespace.apply("Widget", "one", "{step: three}");
    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");

    eventually(() -> assertNotNull(namespace.get(ConfigMap.class, "one-three")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-zero")));
  }

  @Test
  void deletesAtMost50ObjectsOfLostRevisionsInAPass(TestNamespace namespace) {
    var many =
        TestChart.named("many")
            .template(
                "many.yaml",
                """
                {{- range until (int .Values.count) }}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ $.Release.Name }}-{{ . }}"}
                {{- end }}
                """)
            .path();
    var operator = namespace.launch(Watching.chart("Widget", many), "--zap-log-level=debug");
    namespace.apply("Widget", "one", "{count: 121}");
    namespace.awaitReady("Widget", "one");
    namespace.pause("Widget", "one");

    namespace.apply("Widget", "one", "{count: 1}");
    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");

    eventually(() -> assertEquals(List.of("one-0"), names(namespace)));
    eventually(() -> assertEquals(List.of(50, 50, 20), removedByPass(operator.log())));
  }

  private static List<String> names(TestNamespace namespace) {
    return namespace.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .map(map -> map.getMetadata().getName())
        .filter(name -> name.startsWith("one-"))
        .toList();
  }

  /** The number of deleted objects in each pass that deleted some. */
  private static List<Integer> removedByPass(String log) {
    return log.lines()
        .filter(line -> line.contains("which Helm made for a revision that is no longer stored"))
        .map(line -> line.split("ConfigMap/one-", -1).length - 1)
        .toList();
  }

  /** The API server prefers one version for all kinds of a group. Custom resources hold data. */
  @Test
  void deletesACustomResourceOfALostRevisionOnlyWithItsPrimary(TestNamespace namespace) {
    new PassingKind(namespace, "Settled", "v1").define();
    var passing = new PassingKind(namespace, "Passing", "v1alpha1");
    passing.define();
    namespace.operate(steps(passing.apiVersion(), passing.kind()));
    namespace.deploy("Widget", "one", "{}");
    namespace.pause("Widget", "one");

    namespace.apply("Widget", "one", "{step: three}");
    deleteReleaseSecrets(namespace);
    namespace.resume("Widget", "one");

    eventually(() -> assertEquals(List.of("one-three", "one-zero"), names(passing)));
    namespace.awaitReady("Widget", "one");
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertEquals(List.of(), names(passing)));
  }

  private static List<String> names(PassingKind kind) {
    return kind.objects().list().getItems().stream()
        .map(object -> object.getMetadata().getName())
        .toList();
  }

  private static String step(TestNamespace namespace) {
    var gadget = Objects.requireNonNull(namespace.primary("Gadget", "one-gadget"));
    return String.valueOf(gadget.<Object>get("spec", "step"));
  }

  private static void deleteReleaseSecrets(TestNamespace namespace) {
    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
  }

  private static String uid(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid();
  }

  private static Watching steps() {
    return steps("v1", "ConfigMap");
  }

  /** The chart has one object, named after a value. */
  private static Watching steps(String apiVersion, String kind) {
    return Watching.chart(
        "Widget",
        TestChart.named("steps")
            .values("{step: zero}")
            .template(
                "step.yaml",
                """
                apiVersion: %s
                kind: %s
                metadata: {name: "{{ .Release.Name }}-{{ .Values.step }}"}
                """
                    .formatted(apiVersion, kind))
            .path());
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget", TestChart.named("colors").configMap("colors", "color", "blue").path());
  }
}
