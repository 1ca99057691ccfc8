package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpecWriterTest {
  private static final PrimaryKind WIDGET =
      new PrimaryKind(
          "test.dev/v1", "Widget", "widgets", List.of("widget"), true, false, Optional.empty());

  @Test
  void namesWhoWroteWhichFieldsOfTheSpecTheLastFirst() throws JsonProcessingException {
    var primary =
        """
        metadata:
          name: one
          managedFields:
          - manager: helm
            operation: Apply
            time: "2026-01-01T00:00:00Z"
            fieldsV1: {"f:spec": {".": {}, "f:replicas": {}, "f:ports": {'k:{"port":80}': {".": {}, "f:port": {}}}}}
          - manager: catamaran
            subresource: status
            time: "2026-01-01T00:00:02Z"
            fieldsV1: {"f:status": {}, "f:spec": {"f:no": {}}}
          - manager: catamaran
            time: "2026-01-01T00:00:02Z"
            fieldsV1: {"f:metadata": {"f:finalizers": {}}}
          - manager: kubectl-edit
            operation: Update
            time: "2026-01-01T00:00:01Z"
            fieldsV1: {"f:spec": {"f:image": {"f:tag": {}}}}
        """;

    assertEquals(
        List.of(
            new SpecWriter("kubectl-edit", "2026-01-01T00:00:01Z", List.of("image.tag")),
            new SpecWriter(
                "helm", "2026-01-01T00:00:00Z", List.of("replicas", "ports[{\"port\":80}].port"))),
        SpecWriter.of(new PrimaryObject(WIDGET, new YAMLMapper().readTree(primary))));
  }

  @Test
  void namesNobodyWhereTheApiServerKeepsNoRecord() throws JsonProcessingException {
    assertEquals(
        List.of(),
        SpecWriter.of(
            new PrimaryObject(WIDGET, new YAMLMapper().readTree("{metadata: {name: one}}"))));
  }
}
