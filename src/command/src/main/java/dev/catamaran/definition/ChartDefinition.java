package dev.catamaran.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The CustomResourceDefinition of a kind with a chart, in kubebuilder's layout.
 *
 * @param notes sentences about what the schema leaves open, and about its size
 */
public record ChartDefinition(String text, List<String> notes) {
  /** The API server stores at most 1.5 MB (etcd's limit of a request), with its own fields. */
  private static final int LARGEST = 1_000_000;

  /** Limit of all annotations of an object; `kubectl apply` writes the object in one. */
  private static final int LARGEST_ANNOTATION = 256 << 10;

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String SCHEMA = "/spec/versions/0/schema/openAPIV3Schema";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  /** Makes the definition of a namespaced kind with this chart. */
  public static ChartDefinition of(
      Engine checker, GroupVersionKind gvk, String plural, ChartInput chart) {
    var derived = derived(checker, chart);
    var values = derived.path("schema");
    var notes = new ArrayList<String>();
    derived.path("notes").forEach(note -> notes.add(note.asText()));
    var definition = definition(gvk, plural, chart, values);
    if (text(definition).getBytes(UTF_8).length > LARGEST) {
      removeDescriptions(values);
      definition = definition(gvk, plural, chart, values);
      notes.add(
          "The CRD would be larger than 1 MB with the descriptions of the values; it has none.");
    }
    if (definition.toString().getBytes(UTF_8).length > LARGEST_ANNOTATION) {
      notes.add("The CRD is larger than 256 KiB: use kubectl apply --server-side.");
    }
    return new ChartDefinition(text(definition), notes);
  }

  private static JsonNode derived(Engine checker, ChartInput chart) {
    try {
      return checker.call(new EngineRequest.Crd(chart.folder().toString()), LIMIT);
    } catch (EngineFaultException e) {
      throw new ManagerException(
          "the CRD of the chart %s cannot be made: %s".formatted(chart.name(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("the CRD is not made: the command was interrupted");
    }
  }

  private static JsonNode definition(
      GroupVersionKind gvk, String plural, ChartInput chart, JsonNode values) {
    var definition = common();
    definition.withObject("/metadata").put("name", plural + "." + gvk.group());
    definition.withObject("/spec").put("group", gvk.group());
    definition
        .withObject("/spec/names")
        .put("kind", gvk.kind())
        .put("listKind", gvk.kind() + "List")
        .put("plural", plural)
        .put("singular", gvk.kind().toLowerCase(Locale.ROOT));
    ((ObjectNode) definition.at("/spec/versions/0")).put("name", gvk.version());
    var root = (ObjectNode) definition.at(SCHEMA);
    root.put("description", "A release of the chart %s.".formatted(chart.name()));
    root.withObject("/properties").set("spec", values);
    return definition;
  }

  public static JsonNode status() {
    return common().at(SCHEMA + "/properties/status");
  }

  private static ObjectNode common() {
    try (var yaml = ChartDefinition.class.getResourceAsStream("definition.yaml")) {
      return (ObjectNode) new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As controller-gen writes it. */
  private static String text(JsonNode definition) {
    try {
      return DefinitionYaml.text(JSON.readTree(JSON.writeValueAsString(definition)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void removeDescriptions(JsonNode schema) {
    for (var parent : schema.path("properties").findParents("description")) {
      if (parent instanceof ObjectNode described && described.path("description").isTextual()) {
        described.remove("description");
      }
    }
  }
}
