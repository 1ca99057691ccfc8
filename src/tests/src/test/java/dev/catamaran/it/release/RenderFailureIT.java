package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RenderFailureIT {

  @Test
  void namesTheTemplateAndLineOfAMissingRequiredValue(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart("{{ required \"say a color\" .Values.color }}")));
    namespace.apply("Widget", "one", "{}");

    assertFailsWith(namespace, "picky/templates/colors.yaml:5:", "say a color");
  }

  @Test
  void namesTheTemplateAndLineOfANilPointer(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart("{{ .Values.paint.color }}")));
    namespace.apply("Widget", "one", "{}");

    assertFailsWith(namespace, "picky/templates/colors.yaml:5:", "nil pointer");
  }

  @Test
  void namesTheTemplateAndLineOfASyntaxError(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart("{{ .Values.color")));
    namespace.apply("Widget", "one", "{}");

    assertFailsWith(namespace, "picky/templates/colors.yaml:5", "unclosed action");
  }

  @Test
  void namesTheTemplateWithInvalidYaml(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart("[{{ .Values.color }}")));
    namespace.apply("Widget", "one", "{color: red}");

    assertFailsWith(namespace, "picky/templates/colors.yaml", "YAML parse error");
  }

  /** The API server generates a name at each creation, so each repair would make one more. */
  @Test
  void namesTheTemplateOfAnObjectWithoutAName(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.named("unnamed")
                .template(
                    "colors.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {generateName: "{{ .Release.Name }}-"}
                    """)
                .path()));
    namespace.apply("Widget", "one", "{}");

    assertFailsWith(namespace, "unnamed/templates/colors.yaml", "metadata.name is missing");
    // The API server adds a ConfigMap of its own to a new namespace, at any time.
    assertEquals(
        List.of(),
        namespace.list(ConfigMap.class).stream()
            .map(object -> object.getMetadata().getName())
            .filter(name -> name.startsWith("one-"))
            .toList());
    assertEquals(List.of(), namespace.revisions("one"));
  }

  @Test
  void namesTheTemplateOfAnAnnotationThatIsNoText(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.named("unquoted")
                .template(
                    "colors.yaml",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: "{{ .Release.Name }}-colors", annotations: {bright: true}}
                    """)
                .path()));
    namespace.apply("Widget", "one", "{}");

    assertFailsWith(
        namespace,
        "ConfigMap \"one-colors\" (unquoted/templates/colors.yaml)",
        "metadata.annotations has bright: true, not a text; quote it");
  }

  @Test
  void deletesAPrimaryDespiteARenderFailure(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart("{{ required \"say a color\" .Values.color }}")));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Widget", "one", "{}");
    assertFailsWith(namespace, "picky/templates/colors.yaml:5:", "say a color");

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(Map.of(), namespace.data("one-colors"));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  @Test
  void recoversImmediatelyAfterASpecCorrection(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", chart("{{ required \"say a color\" .Values.color }}")));
    namespace.apply("Widget", "one", "{}");
    assertFailsWith(namespace, "picky/templates/colors.yaml:5:", "say a color");
    eventually(
        () ->
            assertTrue(
                namespace
                        .primary("Widget", "one")
                        .<Number>get("status", "failures", "count")
                        .intValue()
                    >= 3));

    namespace.deploy("Widget", "one", "{color: red}");

    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Irreconcilable"));
  }

  private static void assertFailsWith(TestNamespace namespace, String... parts) {
    eventually(
        () -> {
          var irreconcilable = namespace.condition("Widget", "one", "Irreconcilable");
          assertEquals("True", irreconcilable.get("status"));
          for (var part : parts) {
            assertTrue(
                irreconcilable.getOrDefault("message", "").contains(part),
                irreconcilable::toString);
          }
        });
  }

  private static Path chart(String color) {
    return TestChart.named("picky")
        .template(
            "colors.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-colors"}
            data:
              color: %s
            """
                .formatted(color))
        .path();
  }
}
