package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@RealNode
class RelatedIT {
  private static final Duration A_WHILE = Duration.ofSeconds(2);

  private static final Watching PAINTED =
      Watching.yaml(
          """
          - group: test.catamaran.dev
            version: v1
            kind: Widget
            reconciler: %s
          """
              .formatted(PaintedWidgets.class.getName()));

  @Test
  void triggersOnlyThePrimariesWithAReferenceToAnObject(TestNamespace namespace) {
    namespace.operate(PAINTED);
    palette(namespace, "warm", "red");
    palette(namespace, "cold", "blue");
    namespace.apply("Widget", "one", "{palette: warm}");
    namespace.apply("Widget", "two", "{palette: cold}");
    awaitColor(namespace, "one", "red");
    awaitColor(namespace, "two", "blue");
    int ofTwo = passesAtRest(namespace, "two");

    palette(namespace, "warm", "orange");
    awaitColor(namespace, "one", "orange");
    assertEquals(ofTwo, PaintedWidgets.passes(namespace.name(), "two"));

    namespace.apply("Widget", "two", "{palette: warm}");
    awaitColor(namespace, "two", "orange");
    palette(namespace, "warm", "yellow");
    awaitColor(namespace, "one", "yellow");
    awaitColor(namespace, "two", "yellow");

    namespace.delete(ConfigMap.class, "warm");
    awaitColor(namespace, "one", "none");
    awaitColor(namespace, "two", "none");
  }

  @Test
  void triggersThePrimaryInALabelByKeptFieldsOnly(TestNamespace namespace) {
    namespace.operate(PAINTED);
    namespace.apply("Widget", "one", "{}");
    awaitCopied(namespace, "secrets", "");

    secret(namespace, "first");
    awaitCopied(namespace, "secrets", "key=one without data");
    int passes = passesAtRest(namespace, "one");
    secret(namespace, "second");
    throughout(
        A_WHILE,
        () ->
            assertEquals(
                passes, PaintedWidgets.passes(namespace.name(), "one"), "only data changed"));

    namespace.delete(Secret.class, "key");
    awaitCopied(namespace, "secrets", "");
  }

  @Test
  void triggersThePrimaryInAnAnnotation(TestNamespace namespace) {
    namespace.operate(PAINTED);
    namespace.apply("Widget", "one", "{}");
    awaitCopied(namespace, "gadgets", "");

    gadget(namespace, "near", "one");
    gadget(namespace, "far", namespace.name() + "/one");
    gadget(namespace, "other", "two");
    awaitCopied(namespace, "gadgets", "far near");

    gadget(namespace, "near", "two");
    awaitCopied(namespace, "gadgets", "far");
  }

  /** The objects of a primary may trigger one more pass. */
  private static int passesAtRest(TestNamespace namespace, String primary) {
    eventually(
        () -> {
          int passes = PaintedWidgets.passes(namespace.name(), primary);
          throughout(
              A_WHILE,
              () -> assertEquals(passes, PaintedWidgets.passes(namespace.name(), primary)));
        });
    return PaintedWidgets.passes(namespace.name(), primary);
  }

  private static void awaitColor(TestNamespace namespace, String widget, String color) {
    eventually(() -> assertEquals(color, namespace.data(widget + "-copy").get("color")));
  }

  private static void awaitCopied(TestNamespace namespace, String key, String text) {
    eventually(
        () -> {
          var copy = namespace.data("one-copy");
          assertTrue(copy.containsKey(key), copy::toString);
          assertEquals(text, copy.get(key));
        });
  }

  private static void palette(TestNamespace namespace, String name, String color) {
    put(
        namespace,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, labels: {palette: "yes"}}
        data: {color: %s}
        """
            .formatted(name, color),
        ConfigMap.class);
  }

  private static void secret(TestNamespace namespace, String text) {
    put(
        namespace,
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: key, labels: {%s: one}}
        stringData: {text: %s}
        """
            .formatted(PaintedWidgets.MARK, text),
        Secret.class);
  }

  private static void gadget(TestNamespace namespace, String name, String widget) {
    namespace.apply("Gadget", name, "{}");
    namespace.annotate("Gadget", name, PaintedWidgets.MARK, widget);
  }

  private static <T extends HasMetadata> void put(
      TestNamespace namespace, String yaml, Class<T> type) {
    namespace
        .client()
        .resource(Serialization.unmarshal(yaml, type))
        .inNamespace(namespace.name())
        .createOr(r -> r.update());
  }
}
