package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RealNode
class DriftIT {
  private static final Duration PERIOD = Duration.ofMillis(500);

  /** docs/contributing/faults.md promises a second. */
  private static final Duration SOON = Duration.ofSeconds(5);

  /** A custom resource of no operator. */
  private static final String SIZED =
      """
      apiVersion: %s
      kind: %s
      metadata: {name: "{{ .Release.Name }}-sized"}
      spec: {sizes: [1, 2]}
      """;

  private static final Path COLORS =
      TestChart.named("colors")
          .configMap("colors", "color", "blue")
          .template("gadget.yaml", SIZED.formatted("test.catamaran.dev/v1", "Gadget"))
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", COLORS)
              .and("Gizmo", COLORS, "drift: warn", "reconcilePeriod: 500ms")
              .and("Trinket", COLORS, "drift: ignore", "reconcilePeriod: 500ms"));

  private static TestPrimary deploy(TestPrimary one) {
    return one.deploy("{}");
  }

  private static void assertOneRevision(TestPrimary one) {
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void restoresADescendantSomeoneDeleted(TestPrimary one) {
    deploy(one);
    var before = one.uid(ConfigMap.class, "colors");

    one.delete(ConfigMap.class, "colors");

    within(SOON, () -> assertNotEquals(before, one.uid(ConfigMap.class, "colors")));
    assertEquals(Map.of("color", "blue"), one.data("colors"));
    var meta = one.existing(ConfigMap.class, "colors").getMetadata();
    assertEquals(one.name(), meta.getAnnotations().get("meta.helm.sh/release-name"));
    // What is not made by Helm is never removed as a leftover.
    assertEquals("catamaran-helm", meta.getManagedFields().getFirst().getManager());
    assertEquals(one.name(), meta.getOwnerReferences().getFirst().getName());
    assertOneRevision(one);
  }

  @Test
  void restoresADescendantSomeoneEdited(TestPrimary one) {
    deploy(one);

    one.put("colors", "color", "red");

    within(SOON, () -> assertEquals(Map.of("color", "blue"), one.data("colors")));
    assertOneRevision(one);
    var told =
        "Corrected drift: patched ConfigMap/%s \\(data.color: \"red\" -> \"blue\", set by \\S+\\)"
            .formatted(one.object("colors"));
    eventually(
        () -> {
          var events = one.events("DriftCorrected");
          assertTrue(events.stream().anyMatch(event -> event.matches(told)), events::toString);
        });
  }

  /** The operator has never seen it before. */
  @Test
  void tellsNoPasswordThatSomeoneTyped(TestPrimary one) {
    deploy(one);

    one.put("colors", "color", "https://me:hunter2@paint");

    within(SOON, () -> assertEquals(Map.of("color", "blue"), one.data("colors")));
    eventually(
        () -> assertTrue(one.events("DriftCorrected").toString().contains("https://***@paint")));
    assertFalse(one.events("DriftCorrected").toString().contains("hunter2"));
  }

  @Test
  void restoresAnObjectOfACustomKind(TestPrimary one) {
    deploy(one);
    var gadget = one.part("Gadget", "sized");

    gadget.patch("{spec: {sizes: [1]}}");
    eventually(() -> assertEquals("[1,2]", gadget.value("spec.sizes")));
    var before = gadget.uid();
    gadget.delete();

    eventually(() -> assertNotEquals(before, gadget.uid()));
    assertEquals("[1,2]", gadget.value("spec.sizes"));
    assertOneRevision(one);
  }

  /** The API server supports no strategic merge patch of such an object. */
  @Test
  void adoptsAndRestoresAnObjectOfACustomKindBelowKubernetes(TestNamespace namespace) {
    var kind = PassingKind.belowKubernetes(namespace);
    kind.define();
    namespace.operate(passing(kind));
    deploy(namespace.widget("one"));
    var sized = kind.object("one-sized");
    assertEquals("one", sized.get().getMetadata().getOwnerReferences().getFirst().getName());

    assertRestored(sized);
  }

  @Test
  void watchesAnObjectAgainAfterItsDefinitionReturns(TestNamespace namespace) {
    var kind = new PassingKind(namespace);
    kind.define();
    var operator = namespace.launch(passing(kind));
    deploy(namespace.widget("one"));

    kind.undefine();
    operator.awaitLog("Passing is no longer served by this cluster, so its watch ends");
    kind.define();

    var sized = kind.object("one-sized");
    eventually(() -> assertNotNull(sized.get()));
    assertRestored(sized);
  }

  private static void assertRestored(Resource<GenericKubernetesResource> sized) {
    sized.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"sizes\":[1]}}");
    eventually(() -> assertEquals(List.of(1, 2), sized.get().get("spec", "sizes")));
  }

  private static Watching passing(PassingKind kind) {
    var chart = TestChart.named("passing");
    return Watching.chart(
        "Widget",
        chart.template("it.yaml", SIZED.formatted(kind.apiVersion(), kind.kind())).path());
  }

  @Test
  void restoresARemovedOwnerReferenceOrLabel(TestPrimary one) {
    deploy(one);

    one.edit(
        ConfigMap.class,
        "colors",
        found -> {
          found.getMetadata().getLabels().clear();
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });

    eventually(
        () -> {
          var meta = one.existing(ConfigMap.class, "colors").getMetadata();
          assertEquals(1, meta.getOwnerReferences().size());
          assertEquals(one.name(), meta.getOwnerReferences().getFirst().getName());
          assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
          assertEquals("Helm", meta.getLabels().get("app.kubernetes.io/managed-by"));
        });
    assertOneRevision(one);
  }

  @Test
  void keepsFieldsOfOtherClients(TestPrimary one) {
    deploy(one);

    one.patch(
        ConfigMap.class,
        "colors",
        """
        metadata: {annotations: {example.com/note: mine}, labels: {example.com/team: mine}}
        data: {color: red, taste: sweet}
        """);

    one.awaitData("colors", "color", "blue", "taste", "sweet");
    var meta = one.existing(ConfigMap.class, "colors").getMetadata();
    assertEquals("mine", meta.getAnnotations().get("example.com/note"));
    assertEquals("mine", meta.getLabels().get("example.com/team"));
    assertOneRevision(one);
  }

  @Test
  void correctsDriftOfADowntimeAtStart(TestPrimary one) {
    deploy(one);
    OPERATOR.operator().stop();

    one.put("colors", "color", "red");
    one.part("Gadget", "sized").delete();
    OPERATOR.operator().start();

    one.awaitData("colors", "color", "blue");
    eventually(() -> assertNotNull(one.part("Gadget", "sized").primary()));
    assertOneRevision(one);
  }

  @Test
  void onlyReportsDriftInWarnMode(@OfKind("Gizmo") TestPrimary one) {
    deploy(one);
    assertEquals(Map.of(), one.condition("Drifted"));

    one.put("colors", "color", "red");

    one.awaitMessage("Drifted", "ConfigMap/" + one.object("colors"));
    var reported = one.value("metadata.resourceVersion");
    Rest.during(
        () -> OPERATOR.operator().passes("Gizmo"),
        2,
        () -> {
          assertEquals(Map.of("color", "red"), one.data("colors"));
          assertEquals(reported, one.value("metadata.resourceVersion"));
        });

    one.put("colors", "color", "blue");
    one.awaitNo("Drifted");
    assertOneRevision(one);
  }

  @Test
  void keepsDriftInIgnoreMode(@OfKind("Trinket") TestPrimary one) {
    deploy(one);

    one.put("colors", "color", "red");

    Rest.during(
        () -> OPERATOR.operator().passes("Trinket"),
        2,
        () -> assertEquals(Map.of("color", "red"), one.data("colors")));
    assertEquals(Map.of(), one.condition("Drifted"));
    assertOneRevision(one);
  }

  @Test
  void repairsOrReportsAtTheNextPeriodIfDescendantsAreNotWatched(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", COLORS, "watchDependentResources: false", "reconcilePeriod: 2s")
            .and("Gizmo", COLORS, "watchDependentResources: false", "drift: warn"),
        PERIOD);
    var repaired = deploy(namespace.one("Widget", "repaired"));
    var reported = deploy(namespace.one("Gizmo", "reported"));
    assertEquals(Map.of(), reported.condition("Drifted"));

    repaired.put("colors", "color", "red");
    reported.put("colors", "color", "red");

    // A rest would last for ten periods.
    within(
        Duration.ofSeconds(10),
        () -> assertEquals(Map.of("color", "blue"), repaired.data("colors")));
    reported.awaitStatus("Drifted", "True");
    assertEquals(Map.of("color", "red"), reported.data("colors"));
    assertOneRevision(repaired);
    assertOneRevision(reported);
  }
}
