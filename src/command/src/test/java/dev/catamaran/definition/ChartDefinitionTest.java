package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.engine.Engine;
import dev.catamaran.status.ReleaseStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartDefinitionTest {
  private static final GroupVersionKind BOX = new GroupVersionKind("example.com", "v1", "Box");
  @TempDir private Path folder;

  @Test
  void hasNamesColumnsAndSchema() throws IOException {
    var text = definition("# How many.\nsize: 1\n").text();
    assertEquals(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: boxes.example.com
        spec:
          group: example.com
          names:
            categories:
            - catamaran
            kind: Box
            listKind: BoxList
            plural: boxes
            singular: box
          scope: Namespaced
          versions:
          - additionalPrinterColumns:
            - jsonPath: .status.conditions[?(@.type=="Ready")].status
              name: Ready
              type: string
            - jsonPath: .status.state
              name: Status
              type: string
            - jsonPath: .status.deployedRelease.chart
              name: Chart
              type: string
            - jsonPath: .status.deployedRelease.revision
              name: Revision
              type: integer
            - jsonPath: .metadata.creationTimestamp
              name: Age
              type: date
            - jsonPath: .status.conditions[?(@.type=="Ready")].message
              name: Message
              priority: 1
              type: string
            name: v1
            schema:
              openAPIV3Schema:
                description: A release of the chart box.
                properties:
                  apiVersion:
                    type: string
                  kind:
                    type: string
                  metadata:
                    type: object
                  spec:
                    description: Values of the chart box, as in its values.yaml.
                    properties:
                      size:
                        description: How many.
                        nullable: true
                        x-kubernetes-int-or-string: true
                    type: object
                    x-kubernetes-preserve-unknown-fields: true
        """,
        text.substring(0, text.indexOf("          status:\n")));
    assertTrue(text.endsWith("    subresources:\n      status: {}\n"), text);
  }

  @Test
  void describesEachFieldOfTheStatus() throws IOException {
    var json =
        """
        {"conditions": [{"type": "Ready", "status": "True"}], "observedGeneration": 1,
         "deployedRelease": {"name": "a", "revision": 1, "onTrial": true},
         "failures": {"lastAt": "2026-01-01T00:00:00Z", "count": 1, "hindered": 1},
         "history": [{"revision": 1, "digest": "a"}], "attempting": "a",
         "lastHandledReconcileAt": "a", "lastHandledResetAt": "a"}
        """;
    var written = ReleaseStatus.read(new JsonMapper().readTree(json), Instant.EPOCH, 1).toJson();
    assertEquals(9, written.size());
    assertDescribed(written, ChartDefinition.status(), "status");
  }

  private static void assertDescribed(JsonNode value, JsonNode schema, String place) {
    assertTrue(schema.has("type") || !value.isContainerNode(), place);
    if (value.isArray()) {
      assertDescribed(value.path(0), schema.path("items"), place + "[]");
    }
    value
        .properties()
        .forEach(
            field -> {
              var of = schema.path("properties").path(field.getKey());
              assertFalse(of.isMissingNode(), () -> place + "." + field.getKey());
              assertDescribed(field.getValue(), of, place + "." + field.getKey());
            });
  }

  @Test
  void leavesDescriptionsOutOfADefinitionThatWouldBeTooLarge() throws IOException {
    var made = definition(values(10_000, "A long description of a value. ".repeat(3)));
    assertEquals(
        List.of(
            "The CRD would be larger than 1 MB with the descriptions of the values; it has none.",
            "The CRD is larger than 256 KiB: use kubectl apply --server-side."),
        made.notes());
    assertFalse(made.text().contains("A long description"));
    assertTrue(made.text().contains("Values of the chart box, as in its values.yaml."));
    assertEquals(List.of(), definition(values(100, "Short.")).notes());
  }

  private static String values(int count, String description) {
    return IntStream.range(0, count)
        .mapToObj(i -> "# %s\nvalue%d: a\n".formatted(description, i))
        .collect(Collectors.joining());
  }

  private ChartDefinition definition(String values) throws IOException {
    Files.writeString(folder.resolve("Chart.yaml"), "apiVersion: v2\nname: box\nversion: 1.0.0\n");
    Files.writeString(folder.resolve("values.yaml"), values);
    try (var checker = Engine.checker()) {
      return ChartDefinition.of(checker, BOX, "boxes", ChartInput.read(folder));
    }
  }
}
