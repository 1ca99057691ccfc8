package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class LostReleaseIT {
  @RegisterExtension static final OneOperator OPERATOR = OneOperator.of(steps("v1", "ConfigMap"));

  /** The chart has an object that is named after a value, and one that stays. */
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
                ---
                apiVersion: test.catamaran.dev/v1
                kind: Gadget
                metadata: {name: "{{ .Release.Name }}-gadget"}
                spec: {step: "{{ .Values.step }}"}
                """
                    .formatted(apiVersion, kind))
            .path());
  }

  @Test
  void isStoredAgainAndItsObjectsStay(TestPrimary one) {
    one.deploy("{}");
    var before = one.uid(ConfigMap.class, "zero");

    one.loseHistory();

    one.awaitRevisions("1 deployed");
    one.awaitReady();
    assertEquals(before, one.uid(ConfigMap.class, "zero"));
  }

  @Test
  void isStoredAgainAfterALossDuringADowntime(TestPrimary one) {
    one.deploy("{}");
    var before = one.uid(ConfigMap.class, "zero");
    OPERATOR.operator().stop();
    one.loseHistory();

    OPERATOR.operator().start();

    one.awaitRevisions("1 deployed");
    assertEquals(before, one.uid(ConfigMap.class, "zero"));
  }

  /**
   * Helm updates a custom resource by the difference of two manifests. Both manifests are equal
   * here, so Helm writes nothing. The status has a digest of the lost revision 1, whose number the
   * new one has. No stored revision contains the old ConfigMap.
   */
  @Test
  void isStoredAgainWithOtherValuesAndUpgraded(TestPrimary one) {
    deployAndLose(one);

    eventually(() -> assertEquals("three", one.part("Gadget", "gadget").value("spec.step")));
    eventually(() -> one.existing(ConfigMap.class, "three"));
    one.awaitGone(ConfigMap.class, "zero");
    one.awaitReady();
    assertEquals(List.of("1 deployed"), one.revisions());

    one.apply("{step: four}");

    one.awaitRevisions("1 superseded", "2 deployed");
    one.awaitReady();
    assertEquals(List.of(), one.events("RevisionNotTrusted"));
  }

  private static void deployAndLose(TestPrimary one) {
    one.deploy("{}");
    one.pause();
    one.apply("{step: three}");
    one.loseHistory();
    one.resume();
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
    var one = namespace.widget("one").deploy("{count: 121}");
    one.pause();

    one.apply("{count: 1}");
    one.loseHistory();
    one.resume();

    eventually(
        () ->
            assertEquals(
                List.of("one-0"),
                namespace.list(ConfigMap.class).stream()
                    .map(map -> map.getMetadata().getName())
                    .filter(name -> name.startsWith("one-"))
                    .toList()));
    eventually(() -> assertEquals(List.of(50, 50, 20), removedByPass(operator.log())));
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
    var one = namespace.widget("one");
    deployAndLose(one);

    eventually(() -> assertEquals(List.of("one-three", "one-zero"), names(passing).toList()));
    one.awaitReady();
    one.delete();
    one.awaitGone();
    eventually(() -> assertEquals(0, names(passing).count()));
  }

  private static Stream<String> names(PassingKind kind) {
    return kind.objects().list().getItems().stream().map(object -> object.getMetadata().getName());
  }
}
