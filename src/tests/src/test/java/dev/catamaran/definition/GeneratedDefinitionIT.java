package dev.catamaran.definition;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.engine.Engine;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.yaml.GoYaml;
import dev.catamaran.yaml.InvalidYamlException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GeneratedDefinitionIT {
  private static final JsonMapper JSON = new JsonMapper();

  private Optional<Resource<CustomResourceDefinition>> applied = Optional.empty();

  @AfterEach
  void deleteDefinition() {
    applied.ifPresent(Resource::delete);
  }

  @Test
  void acceptsTheValuesOfMemcachedAndRefusesOtherTypes(TestNamespace namespace) {
    var chart = define(namespace, TestChart.memcached());
    assertAcceptsItsValues(namespace, chart);
    assertEquals(
        Map.of("replicaCount", 1, "unknown", Map.of("kept", List.of(true))),
        specOf(create(namespace, "one", "{replicaCount: 1, unknown: {kept: [true]}}")));
    assertRefused(
        namespace, "{replicaCount: many}", "spec.replicaCount: Invalid value: \"string\"");
    assertRefused(namespace, "{image: nginx}", "spec.image: Invalid value: \"string\"");
    assertRefused(namespace, "{ingress: {hosts: {}}}", "spec.ingress.hosts: Invalid value");
  }

  @Test
  void keepsNullsAndOddValues(TestNamespace namespace) {
    var chart =
        define(
            namespace,
            TestChart.named("odd")
                .values(
                    """
                    nothing: null
                    list: []
                    mixed: [1, a, null, {b: c}, [d]]
                    1: one
                    010: eight
                    yes: true
                    base: &base {size: 1, "with: colon": '#'}
                    other: {<<: *base, color: red}
                    resources: {limits: {cpu: 0.5, memory: 128Mi}}
                    big: 9007199254740993
                    sub: {deep: {deeper: [{name: a, port: 80}, {name: b, port: http}]}}
                    """)
                .path());
    assertAcceptsItsValues(namespace, chart);
    var nulls = "{list: null, mixed: null, base: null, sub: {deep: null}, big: null, new: null}";
    var spec = new TreeMap<String, Object>();
    for (var key : List.of("list", "mixed", "base", "big", "new")) {
      spec.put(key, null);
    }
    var sub = new TreeMap<String, Object>();
    sub.put("deep", null);
    spec.put("sub", sub);
    assertEquals(spec, new TreeMap<>(specOf(create(namespace, "nulls", nulls))));
    assertRefused(namespace, "{big: [1]}", "spec.big: Invalid value: \"array\"");
  }

  @Test
  void convertsTheSchemaOfAChart(TestNamespace namespace) {
    var chart = define(namespace, strict());
    assertAcceptsItsValues(namespace, chart);
    var partial = "{mode: null, service: {ports: [{port: 80}]}, store: {disk: null, surplus: 1}}";
    create(namespace, "partial", partial);
    // Of alternatives the API server knows nothing: Helm and the operator check them.
    create(
        namespace, "choice", "{name: A, store: {memory: 1}, limit: 10%, labels: {a: b, c: null}}");
    assertRefused(namespace, "{mode: other}", "spec.mode: Unsupported value: \"other\"");
    assertRefused(namespace, "{limit: [1]}", "spec.limit: Invalid value: \"array\"");
    assertRefused(namespace, "{labels: {a: 1}}", "spec.labels.a: Invalid value: \"integer\"");
    assertRefused(namespace, "{service: {ports: [{}]}}", "spec.service.ports[0].port: Required");
    assertRefused(namespace, "{service: {ports: [{port: 0}]}}", "should be greater than 0");
  }

  private static Path strict() {
    return TestChart.named("strict")
        .values(
            """
            mode: small
            name: ""
            service: {ports: []}
            store: {disk: /data}
            limit: 1
            labels: {}
            tree: {value: 1, next: {value: 2, next: {value: 3}}}
            """)
        .file(
            "values.schema.json",
            """
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "type": "object", "additionalProperties": false, "required": ["mode", "store"],
             "definitions": {
               "port": {"type": "object", "required": ["port"], "additionalProperties": false,
                        "properties": {"port": {"type": "integer", "exclusiveMinimum": 0}}},
               "node": {"type": "object", "properties": {
                        "value": {"type": "integer"}, "next": {"$ref": "#/definitions/node"}}}},
             "properties": {
               "mode": {"enum": ["small", "large"]},
               "name": {"type": "string", "anyOf": [{"maxLength": 0}, {"pattern": "^[a-z]+$"}]},
               "service": {"properties": {"ports": {"items": {"$ref": "#/definitions/port"}}}},
               "store": {"type": "object", "oneOf": [
                 {"required": ["disk"], "properties": {"disk": {"type": "string"}}},
                 {"required": ["memory"], "properties": {"memory": {"type": "integer"}}}]},
               "limit": {"type": ["integer", "string"]},
               "labels": {"additionalProperties": {"type": "string"}},
               "tree": {"$ref": "#/definitions/node"}}}
            """)
        .path();
  }

  /** Creates the definition of a chart's kind, and returns the chart. */
  private ChartInput define(TestNamespace namespace, Path folder) {
    var chart = ChartInput.read(folder);
    String text;
    try (var checker = Engine.checker()) {
      text = ChartDefinition.of(checker, gvk(namespace), "things", chart).text();
    }
    var definition =
        namespace.client().resource(Serialization.unmarshal(text, CustomResourceDefinition.class));
    definition.create();
    applied = Optional.of(definition);
    eventually(
        () ->
            assertEquals(
                Map.of("NamesAccepted", "True", "Established", "True"), conditions(definition)));
    return chart;
  }

  /** There is a condition NonStructuralSchema only if the schema is not structural. */
  private static Map<String, String> conditions(Resource<CustomResourceDefinition> definition) {
    var found = new TreeMap<String, String>();
    Optional.ofNullable(definition.get().getStatus())
        .ifPresent(
            status -> status.getConditions().forEach(c -> found.put(c.getType(), c.getStatus())));
    return found;
  }

  private static GroupVersionKind gvk(TestNamespace namespace) {
    return new GroupVersionKind(namespace.name() + ".example.com", "v1", "Thing");
  }

  private static void assertAcceptsItsValues(TestNamespace namespace, ChartInput chart) {
    var sample = thing(new SampleResource(gvk(namespace), chart.valuesText()).text());
    sample.setAdditionalProperty("spec", chart.values());
    var made = create(namespace, sample);
    assertEquals(json(chart.values().toString()), json(Serialization.asJson(made)).path("spec"));
  }

  private static GenericKubernetesResource create(
      TestNamespace namespace, String name, String spec) {
    return create(namespace, thing(namespace, name, spec));
  }

  private static GenericKubernetesResource thing(
      TestNamespace namespace, String name, String spec) {
    var text =
        "apiVersion: %s\nkind: Thing\nmetadata: {name: %s}\nspec: %s\n"
            .formatted(gvk(namespace).apiVersion(), name, spec);
    return thing(text);
  }

  /** Reads YAML as kubectl does. */
  private static GenericKubernetesResource thing(String text) {
    try {
      var json = GoYaml.first(text, UnaryOperator.identity()).toString();
      return Serialization.unmarshal(json, GenericKubernetesResource.class);
    } catch (InvalidYamlException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The API server serves a new kind a moment after it is established. */
  private static GenericKubernetesResource create(
      TestNamespace namespace, GenericKubernetesResource thing) {
    eventually(() -> namespace.client().resource(thing).inNamespace(namespace.name()).create());
    return namespace.client().resource(thing).inNamespace(namespace.name()).get();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> specOf(GenericKubernetesResource thing) {
    return (Map<String, Object>) thing.getAdditionalProperties().get("spec");
  }

  private static void assertRefused(TestNamespace namespace, String spec, String reason) {
    var thing = thing(namespace, "refused", spec);
    var refusal =
        assertThrows(
            KubernetesClientException.class,
            () -> namespace.client().resource(thing).inNamespace(namespace.name()).create());
    assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal.getMessage());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
