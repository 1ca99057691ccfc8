package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A changed spec, and requests of a user by annotations of a primary. */
@RealNode
class RequestIT {
  private static final Path CHART =
      TestChart.named("values")
          .values("{color: blue, n: 0, nested: {n: 0}, list: []}")
          .template(
              "values.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-colors"}
              data: {color: "{{ .Values.color }}"}
              ---
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-numbers"}
              data:
                "n": "{{ .Values.n }}"
                nested: "{{ .Values.nested.n }}"
                list: "{{ range .Values.list }}{{ .n }} {{ end }}"
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", CHART)
              .and("Gadget", CHART, "overrideValues: {color: black}")
              .and("Gizmo", TestChart.breakable()));

  @Test
  void restoresTheDefaultsOfTheChartForAnEmptySpec(TestPrimary one) {
    one.deploy("{color: green}");

    one.apply("{}");

    one.awaitData("colors", "color", "blue");
  }

  @Test
  void rendersIntegersAsWritten(TestPrimary one) {
    one.deploy("{n: 30000000, nested: {n: -1234567}, list: [{n: 9007199254740993}, {n: 7}]}");
    assertEquals(
        Map.of("n", "30000000", "nested", "-1234567", "list", "9007199254740993 7 "),
        one.data("numbers"));

    one.apply("{n: 1000000, nested: {n: 999999}, list: [{n: 1000001}]}");
    one.awaitData("numbers", "n", "1000000", "nested", "999999", "list", "1000001 ");
  }

  @Test
  void prefersOverrideValuesToTheSpec(@OfKind("Gadget") TestPrimary one) {
    one.deploy("{color: green}");

    assertEquals(Map.of("color", "black"), one.data("colors"));
  }

  @Test
  void changesNothingDuringAPause(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    after(one, () -> one.patch("{spec: {color: green}}"));
    after(one, () -> one.delete(ConfigMap.class, "colors"));
    assertEquals(Map.of(), one.data("colors"));
    assertEquals(List.of("1 deployed"), one.revisions());

    one.resume();

    one.awaitData("colors", "color", "green");
    one.awaitNo("Paused");
  }

  @Test
  void keepsADeletedPrimaryDuringAPause(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    after(one, one::delete);
    assertNotNull(one.primary());
    assertEquals(Map.of("color", "red"), one.data("colors"));

    one.resume();

    one.awaitGone();
  }

  @Test
  void createsOneRevisionForEachToken(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/reconcile-at", "noon");
    one.awaitRevisions("1 superseded", "2 deployed");
    after(one, () -> one.annotate("catamaran.dev/reconcile-at", null));
    after(one, () -> one.annotate("catamaran.dev/reconcile-at", "noon"));
    assertEquals(2, one.revisions().size());

    one.annotate("catamaran.dev/reconcile-at", "evening");

    one.awaitNewestRevision("3 deployed");
  }

  @Test
  void rollsBackUntilTheAnnotationIsRemoved(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.patch("{spec: {color: green}}");
    one.awaitRevisions("1 superseded", "2 deployed");
    assertEquals(Map.of("color", "green"), one.data("colors"));

    one.annotate("catamaran.dev/rollback-to", "1");
    one.awaitData("colors", "color", "red");
    one.awaitRevisions("1 superseded", "2 superseded", "3 deployed");
    one.awaitReason("Ready", "Held", "catamaran.dev/rollback-to");
    one.delete(ConfigMap.class, "colors");
    one.awaitData("colors", "color", "red");
    assertEquals("3 deployed", one.revisions().getLast());

    one.annotate("catamaran.dev/rollback-to", null);
    one.awaitData("colors", "color", "green");
    one.awaitNewestRevision("4 deployed");
  }

  @Test
  void listsTheRevisionsWhenTheRequestedOneIsMissing(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/rollback-to", "7");

    one.awaitMessage("Stalled", "revision 7 is not kept; the release has revisions 1");
  }

  @Test
  void reportsAnInvalidValueAndStillDeletes(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("helm.sdk.operatorframework.io/upgrade-force", "perhaps");
    one.awaitMessage(
        "Stalled",
        "annotation helm.sdk.operatorframework.io/upgrade-force: \"perhaps\" must be true or"
            + " false");

    one.delete();

    one.awaitGone();
  }

  private static void after(TestPrimary one, Runnable change) {
    Rest.after(OPERATOR.operator(), one, change);
  }
}
