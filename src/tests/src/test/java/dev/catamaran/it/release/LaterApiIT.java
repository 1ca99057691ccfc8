package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.AggregatedApi;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the API server learns later is noticed without a restart, and without a definition. */
class LaterApiIT {

  @Test
  void isNoticedWithoutADefinition(TestNamespace namespace) {
    var api = new AggregatedApi(namespace, "Reading");
    namespace.operate(asking(api.apiVersion()));
    namespace.deploy("Widget", "one", "{}");
    assertEquals(Map.of("present", "false"), namespace.data("one-answer"));

    api.register();
    within(
        Duration.ofMinutes(1),
        () -> assertEquals(Map.of("present", "true"), namespace.data("one-answer")));
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");

    api.unregister();
    within(
        Duration.ofMinutes(1),
        () -> assertEquals(Map.of("present", "false"), namespace.data("one-answer")));
  }

  /** The API server's list of all APIs lags behind what it serves. */
  @Test
  void isNoticedBeforeItIsListed(TestNamespace namespace) {
    var api = new AggregatedApi(namespace, "Reading");
    api.beListedAfter(Duration.ofSeconds(4));
    namespace.operate(asking(api.apiVersion()));
    namespace.deploy("Widget", "one", "{}");

    api.register();

    eventually(() -> assertEquals(Map.of("present", "true"), namespace.data("one-answer")));
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
  }

  /** A server that is away for a while is no reason to remove what needs it. */
  @Test
  void staysWhileItsServerIsAway(TestNamespace namespace) {
    var api = new AggregatedApi(namespace, "Reading");
    api.register();
    namespace.operate(asking(api.apiVersion()), Duration.ofSeconds(1));
    namespace.deploy("Widget", "one", "{}");
    assertEquals(Map.of("present", "true"), namespace.data("one-answer"));

    api.stop();
    // A definition lets the operator ask again.
    namespace.client().resource(definition(namespace, "size")).create();

    throughout(
        Duration.ofSeconds(6),
        () -> {
          assertEquals(List.of("1 deployed"), namespace.revisions("one"));
          assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status"));
        });
    // Helm would take the API for one that does not exist.
    namespace.apply("Widget", "one", "{changed: true}");
    namespace.apply("Widget", "two", "{}");
    namespace.awaitReason("Widget", "one", "Ready", "Unreachable");
    namespace.awaitReason("Widget", "two", "Ready", "Unreachable");
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));

    api.start();
    namespace.awaitReady("Widget", "one");
    namespace.awaitReady("Widget", "two");
    assertEquals(Map.of("present", "true"), namespace.data("one-answer"));
    assertEquals(Map.of("present", "true"), namespace.data("two-answer"));
    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertNull(namespace.get(ConfigMap.class, "one-answer"));
  }

  /** A definition that drops a field now may learn it later. */
  @Test
  void repairsAFieldOnceTheDefinitionKnowsIt(TestNamespace namespace) {
    namespace.client().resource(definition(namespace, "size")).create();
    namespace.operate(
        Watching.chart("Widget", things(namespace))
            .and("Gadget", things(namespace), "drift: warn"));
    namespace.deploy("Widget", "one", "{}");
    namespace.deploy("Gadget", "two", "{}");
    assertEquals(Map.of("size", 1), spec(namespace, "one"));
    assertEquals(Map.of("size", 1), spec(namespace, "two"));

    definitionOf(namespace)
        .edit(
            found -> {
              found.setSpec(definition(namespace, "size", "color").getSpec());
              return found;
            });

    within(
        Duration.ofMinutes(1),
        () -> assertEquals(Map.of("size", 1, "color", 2), spec(namespace, "one")));
    within(
        Duration.ofMinutes(1),
        () -> assertEquals("True", namespace.condition("Gadget", "two", "Drifted").get("status")));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  private static Object spec(TestNamespace namespace, String release) {
    return namespace
        .client()
        .genericKubernetesResources(group(namespace) + "/v1", "Thing")
        .inNamespace(namespace.name())
        .withName(release)
        .get()
        .get("spec");
  }

  private static Watching asking(String api) {
    return Watching.chart(
        "Widget",
        TestChart.named("asking")
            .configMap(
                "answer",
                "present",
                "\"{{ .Capabilities.APIVersions.Has \"%s\" }}\"".formatted(api))
            .path());
  }

  private static Path things(TestNamespace namespace) {
    return TestChart.named("things")
        .template(
            "thing.yaml",
            """
            apiVersion: %s/v1
            kind: Thing
            metadata: {name: "{{ .Release.Name }}"}
            spec: {size: 1, color: 2}
            """
                .formatted(group(namespace)))
        .path();
  }

  private static String group(TestNamespace namespace) {
    return "later." + namespace.name() + ".example.com";
  }

  private static Resource<CustomResourceDefinition> definitionOf(TestNamespace namespace) {
    return namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName("things." + group(namespace));
  }

  private static CustomResourceDefinition definition(TestNamespace namespace, String... fields) {
    var properties =
        String.join(", ", List.of(fields).stream().map(f -> f + ": {type: integer}").toList());
    return Serialization.unmarshal(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.GROUP}
        spec:
          group: GROUP
          names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
          scope: Namespaced
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, properties: {PROPERTIES}}
        """
            .replace("GROUP", group(namespace))
            .replace("PROPERTIES", properties),
        CustomResourceDefinition.class);
  }
}
