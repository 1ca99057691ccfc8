package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealNode
class DriftIT {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration PERIOD = Duration.ofMillis(500);

  /** docs/contributing/faults.md promises a second. */
  private static final Duration SOON = Duration.ofSeconds(5);

  @AfterEach
  void madeNoRevision(TestNamespace namespace) {
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void restoresADescendantSomeoneDeleted(TestNamespace namespace) {
    deploy(namespace);
    var before = uid(namespace);

    namespace.client().resource(namespace.existing(ConfigMap.class, "one-colors")).delete();

    within(SOON, () -> assertNotEquals(before, uid(namespace)));
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    var meta = namespace.existing(ConfigMap.class, "one-colors").getMetadata();
    assertEquals("one", meta.getAnnotations().get("meta.helm.sh/release-name"));
    assertEquals("one", meta.getOwnerReferences().getFirst().getName());
  }

  @Test
  void restoresADescendantSomeoneEdited(TestNamespace namespace) {
    deploy(namespace);

    edit(namespace, "red");

    within(SOON, () -> assertEquals(Map.of("color", "blue"), namespace.data("one-colors")));
  }

  @Test
  void restoresAnObjectOfACustomKind(TestNamespace namespace) {
    deploy(namespace);
    var gadget = namespace.primaries("Gadget").inNamespace(namespace.name()).withName("one-gadget");

    spoil(gadget);
    eventually(() -> assertEquals(List.of(1, 2), sizes(gadget.get())));
    var before = gadget.get().getMetadata().getUid();
    gadget.delete();

    eventually(
        () -> {
          var now = gadget.get();
          assertNotNull(now);
          assertNotEquals(before, now.getMetadata().getUid());
        });
    assertEquals(List.of(1, 2), sizes(gadget.get()));
  }

  /** The API server supports no strategic merge patch of such an object. */
  @Test
  void adoptsAndRestoresAnObjectOfACustomKindBelowKubernetes(TestNamespace namespace) {
    var kind = PassingKind.belowKubernetes(namespace);
    kind.define();
    namespace.operate(Watching.chart("Widget", passing(kind)));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var passing = kind.object("one");
    assertEquals("one", passing.get().getMetadata().getOwnerReferences().getFirst().getName());

    spoil(passing);

    eventually(() -> assertEquals(List.of(1, 2), sizes(passing.get())));
  }

  @Test
  void watchesAnObjectAgainAfterItsDefinitionReturns(TestNamespace namespace) {
    var kind = new PassingKind(namespace);
    kind.define();
    var operator = namespace.launch(Watching.chart("Widget", passing(kind)));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");

    kind.undefine();
    operator.awaitLog("Passing is no longer served by this cluster, so its watch ends");
    kind.define();

    var passing = kind.object("one");
    eventually(() -> assertNotNull(passing.get()));
    spoil(passing);
    eventually(() -> assertEquals(List.of(1, 2), sizes(passing.get())));
  }

  @Test
  void restoresARemovedOwnerReferenceOrLabel(TestNamespace namespace) {
    deploy(namespace);

    disown(namespace, "one-colors");

    eventually(() -> assertOwned(namespace.existing(ConfigMap.class, "one-colors")));
  }

  @Test
  void keepsFieldsOfOtherClients(TestNamespace namespace) {
    deploy(namespace);

    namespace.edit(
        ConfigMap.class,
        "one-colors",
        found -> {
          found.getMetadata().getAnnotations().put("example.com/note", "mine");
          found.getMetadata().getLabels().put("example.com/team", "mine");
          found.getData().put("color", "red");
          found.getData().put("taste", "sweet");
          return found;
        });

    eventually(
        () ->
            assertEquals(Map.of("color", "blue", "taste", "sweet"), namespace.data("one-colors")));
    var meta = namespace.existing(ConfigMap.class, "one-colors").getMetadata();
    assertEquals("mine", meta.getAnnotations().get("example.com/note"));
    assertEquals("mine", meta.getLabels().get("example.com/team"));
  }

  @Test
  void correctsDriftOfADowntimeAtStart(TestNamespace namespace) {
    var operator = namespace.operate(watching());
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    operator.close();

    edit(namespace, "red");
    namespace.primaries("Gadget").inNamespace(namespace.name()).withName("one-gadget").delete();
    namespace.operate(watching());

    eventually(
        () -> {
          assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
          assertNotNull(namespace.primary("Gadget", "one-gadget"));
        });
  }

  @Test
  void onlyReportsDriftInWarnMode(TestNamespace namespace) {
    var operator = deploy(namespace, PERIOD, "drift: warn");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted"));

    edit(namespace, "red");

    eventually(
        () -> {
          var drifted = namespace.condition("Widget", "one", "Drifted");
          assertEquals("True", drifted.get("status"));
          assertTrue(
              drifted.getOrDefault("message", "").contains("ConfigMap/one-colors"),
              drifted::toString);
        });
    var reported = version(namespace);
    Rest.during(
        () -> operator.passes("Widget"),
        2,
        () -> {
          assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
          assertEquals(reported, version(namespace));
        });

    edit(namespace, "blue");
    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted")));
  }

  @Test
  void keepsDriftInIgnoreMode(TestNamespace namespace) {
    var operator = deploy(namespace, PERIOD, "drift: ignore");

    edit(namespace, "red");

    Rest.during(
        () -> operator.passes("Widget"),
        2,
        () -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted"));
  }

  @Test
  void repairsAtTheNextPeriodIfDescendantsAreNotWatched(TestNamespace namespace) {
    var period = Duration.ofSeconds(2);
    deploy(namespace, period, "watchDependentResources: false");

    edit(namespace, "red");

    // A rest would last for ten periods.
    within(
        period.multipliedBy(5),
        () -> assertEquals(Map.of("color", "blue"), namespace.data("one-colors")));
  }

  @Test
  void reportsDriftOfUnwatchedDescendants(TestNamespace namespace) {
    deploy(namespace, PERIOD, "watchDependentResources: false", "drift: warn");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted"));

    edit(namespace, "red");

    eventually(
        () -> assertEquals("True", namespace.condition("Widget", "one", "Drifted").get("status")));
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
  }

  private static void deploy(TestNamespace namespace) {
    deploy(namespace, NEVER);
  }

  private static TestedOperator deploy(
      TestNamespace namespace, Duration period, String... options) {
    var operator = namespace.operate(watching(options), period);
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    return operator;
  }

  private static Watching watching(String... options) {
    return Watching.chart("Widget", colors(), options);
  }

  private static void edit(TestNamespace namespace, String color) {
    namespace.edit(
        ConfigMap.class,
        "one-colors",
        found -> {
          found.getData().put("color", color);
          return found;
        });
  }

  private static void spoil(Resource<GenericKubernetesResource> sized) {
    TestNamespace.edit(
        sized,
        found -> {
          found.setAdditionalProperty("spec", Map.of("sizes", List.of(1)));
          return found;
        });
  }

  private static void disown(TestNamespace namespace, String configMap) {
    namespace.edit(
        ConfigMap.class,
        configMap,
        found -> {
          found.getMetadata().getLabels().clear();
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
  }

  private static void assertOwned(ConfigMap object) {
    var meta = object.getMetadata();
    assertEquals(1, meta.getOwnerReferences().size());
    assertEquals("one", meta.getOwnerReferences().getFirst().getName());
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals("Helm", meta.getLabels().get("app.kubernetes.io/managed-by"));
  }

  private static String version(TestNamespace namespace) {
    var primary = namespace.primary("Widget", "one");
    assertNotNull(primary);
    return primary.getMetadata().getResourceVersion();
  }

  private static String uid(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid();
  }

  private static List<Integer> sizes(GenericKubernetesResource gadget) {
    return gadget.get("spec", "sizes");
  }

  private static Path passing(PassingKind kind) {
    return TestChart.named("passing")
        .template(
            "passing.yaml",
            """
            apiVersion: %s
            kind: Passing
            metadata: {name: "{{ .Release.Name }}"}
            spec: {sizes: [1, 2]}
            """
                .formatted(kind.apiVersion()))
        .path();
  }

  private static Path colors() {
    return TestChart.named("colors")
        .configMap("colors", "color", "blue")
        .template(
            "gadget.yaml",
            """
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata: {name: "{{ .Release.Name }}-gadget"}
            spec: {sizes: [1, 2]}
            """)
        .path();
  }
}
