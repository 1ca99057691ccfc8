package dev.catamaran.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The CustomResourceDefinition of a kind with a chart, in kubebuilder's layout.
 *
 * @param text YAML
 * @param notes sentences about what the schema leaves open, and about its size
 */
public record ChartDefinition(String text, List<String> notes) {
  /** The API server stores at most 1.5 MB (etcd's limit of a request), with its own fields. */
  private static final int LARGEST = 1_000_000;

  /** Limit of all annotations of an object; `kubectl apply` writes the object in one. */
  private static final int LARGEST_ANNOTATION = 256 << 10;

  public ChartDefinition {
    notes = List.copyOf(notes);
  }

  /** Makes the definition of a kind with this chart. */
  public static ChartDefinition of(DefinedKind kind, ChartInput chart) {
    var values = ValuesSchema.of(chart);
    var notes = new ArrayList<>(values.notes());
    var definition = definition(kind, chart, values.schema());
    if (DefinitionYaml.text(definition).getBytes(UTF_8).length > LARGEST) {
      removeDescriptions(values.schema());
      definition = definition(kind, chart, values.schema());
      notes.add(
          "The CRD would be larger than 1 MB with the descriptions of the values; it has none.");
    }
    if (Serialization.asJson(definition).getBytes(UTF_8).length > LARGEST_ANNOTATION) {
      notes.add("The CRD is larger than 256 KiB: use kubectl apply --server-side.");
    }
    return new ChartDefinition(DefinitionYaml.text(definition), notes);
  }

  private static CustomResourceDefinition definition(
      DefinedKind kind, ChartInput chart, JSONSchemaProps spec) {
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName(kind.name())
        .endMetadata()
        .withNewSpec()
        .withGroup(kind.gvk().group())
        .withNewNames()
        .withKind(kind.gvk().kind())
        .withListKind(kind.gvk().kind() + "List")
        .withPlural(kind.plural())
        .withSingular(kind.singular())
        .withShortNames(kind.shortNames())
        .withCategories(kind.categories())
        .endNames()
        .withScope(kind.scope().text())
        .addNewVersion()
        .withName(kind.gvk().version())
        .withServed(true)
        .withStorage(true)
        .withNewSubresources()
        .withNewStatus()
        .endStatus()
        .endSubresources()
        .withAdditionalPrinterColumns(columns())
        .withNewSchema()
        .withOpenAPIV3Schema(root(chart, spec))
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }

  private static List<CustomResourceColumnDefinition> columns() {
    return List.of(
        column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status").build(),
        column("Status", "string", ".status.state").build(),
        column("Chart", "string", ".status.deployedRelease.chart").build(),
        column("Revision", "integer", ".status.deployedRelease.revision").build(),
        column("Age", "date", ".metadata.creationTimestamp").build(),
        column("Message", "string", ".status.conditions[?(@.type==\"Ready\")].message")
            .withPriority(1)
            .build());
  }

  private static CustomResourceColumnDefinitionBuilder column(
      String name, String type, String path) {
    return new CustomResourceColumnDefinitionBuilder()
        .withName(name)
        .withType(type)
        .withJsonPath(path);
  }

  private static JSONSchemaProps root(ChartInput chart, JSONSchemaProps spec) {
    var fields = new LinkedHashMap<String, JSONSchemaProps>();
    fields.put("apiVersion", typed("string"));
    fields.put("kind", typed("string"));
    fields.put("metadata", typed("object"));
    fields.put("spec", spec);
    fields.put("status", StatusSchema.schema());
    var root = typed("object");
    root.setDescription("A release of the chart %s.".formatted(chart.name()));
    root.setProperties(fields);
    return root;
  }

  private static JSONSchemaProps typed(String type) {
    var schema = new JSONSchemaProps();
    schema.setType(type);
    return schema;
  }

  private static void removeDescriptions(JSONSchemaProps schema) {
    for (var below : below(schema)) {
      below.setDescription(null);
      removeDescriptions(below);
    }
  }

  private static List<JSONSchemaProps> below(JSONSchemaProps schema) {
    var below =
        new ArrayList<>(Optional.ofNullable(schema.getProperties()).orElse(Map.of()).values());
    Optional.ofNullable(schema.getItems()).map(items -> items.getSchema()).ifPresent(below::add);
    Optional.ofNullable(schema.getAdditionalProperties())
        .map(values -> values.getSchema())
        .ifPresent(below::add);
    return below;
  }
}
