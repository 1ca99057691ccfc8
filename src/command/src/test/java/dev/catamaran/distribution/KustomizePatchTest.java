package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KustomizePatchTest {
  private static final Path FILE = Path.of("kustomization.yaml");
  private static final String OBJECTS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: manager, namespace: system}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: manager, namespace: system}
      ---
      apiVersion: example.com/v1beta1
      kind: Deployment
      metadata: {name: manager-two}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: Deployment} | [apps/v1 manager, example.com/v1beta1 manager-two]",
        "{kind: Deployment, group: apps} | [apps/v1 manager]",
        "{version: v1} | [apps/v1 manager, v1 manager]",
        "{version: v1, group: apps} | [apps/v1 manager]",
        "{name: manager} | [apps/v1 manager, v1 manager]",
        "{name: 'manager.?'} | [apps/v1 manager, v1 manager]",
        "{name: manager.*} | [apps/v1 manager, v1 manager, example.com/v1beta1 manager-two]",
        "{namespace: default} | [example.com/v1beta1 manager-two]",
        "{namespace: system, kind: Service, name: ''} | [v1 manager]",
        "{kind: Job} | []",
      })
  void isForTheObjectsOfItsTarget(String target, String changed) {
    var objects = objects();

    patch("{target: %s, patch: 'metadata: {labels: {a: b}}'}".formatted(target)).applyTo(objects);

    assertEquals(
        changed,
        objects.stream()
            .filter(object -> object.path("metadata").has("labels"))
            .map(object -> text(object, "apiVersion") + " " + name(object))
            .toList()
            .toString());
  }

  @Test
  void isForTheObjectThatItNames() {
    var objects = objects();

    patch(
            """
            patch: |
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: manager, namespace: system}
              spec: {replicas: 2}
            """)
        .applyTo(objects);

    assertEquals(
        List.of("2", "", ""),
        objects.stream().map(object -> object.path("spec").path("replicas").asText()).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1 | Deployment | manager | default",
        "apps/v2 | Deployment | manager | system",
        "apps/v1 | Deployment | another | system",
      })
  void refusesThatNoResourceIsTheNamedObject(
      String apiVersion, String kind, String name, String namespace) {
    var patch =
        patch(
            "{patch: '{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: %s}}'}"
                .formatted(apiVersion, kind, name, namespace));

    assertEquals(
        "kustomization.yaml: no resource is the %s %s of the patch; its apiVersion, kind, name and namespace must be those of a resource"
            .formatted(kind, name),
        assertThrows(ManagerException.class, () -> patch.applyTo(objects())).getMessage());
  }

  @Test
  void keepsTheIdentityOfItsObject() {
    var objects = objects();

    patch(
            """
            target: {kind: Service}
            patch: |
              apiVersion: v2
              kind: Any
              metadata: {name: any, namespace: any, labels: {a: b}}
            """)
        .applyTo(objects);

    assertEquals(
        "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":"
            + "{\"name\":\"manager\",\"namespace\":\"system\",\"labels\":{\"a\":\"b\"}}}",
        objects.get(1).toString());
  }

  @Test
  void deletesTheObjectsOfItsTarget() {
    var objects = objects();

    patch("{target: {group: apps}, patch: '$patch: delete'}").applyTo(objects);

    assertEquals(
        List.of("manager", "manager-two"), objects.stream().map(each -> name(each)).toList());
  }

  @Test
  void appliesAJsonPatchToItsTarget() {
    var objects = objects();

    patch("{target: {group: apps}, patch: '[{op: add, path: /spec, value: {replicas: 3}}]'}")
        .applyTo(objects);

    assertEquals("{\"replicas\":3}", objects.getFirst().path("spec").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{patch: 'a: b', options: {allowNameChange: true}} | the field patches.options is not supported here; write the objects or patches themselves",
        "{patch: 'a: b', target: {labelSelector: a=b}} | the field patches.target.labelSelector is not supported here; write the objects or patches themselves",
        "{patch: 'a: b', target: {knd: Deployment}} | the field patches.target.knd is not supported here; write the objects or patches themselves",
        "{patch: 'a: b', target: {name: '('}} | patches.target.name: \"(\" is not a regular expression: Unclosed group",
        "{patch: 'a: b', path: a.yaml} | each item of patches needs either path or patch",
        "{target: {kind: Deployment}} | each item of patches needs either path or patch",
        "{patch: '[{op: remove, path: /spec}]'} | the patch names no object; write apiVersion, kind and metadata.name into it, or a target beside it",
        "{patch: 'spec: {}'} | the patch names no object; write apiVersion, kind and metadata.name into it, or a target beside it",
        "{patch: '$patch: replace', target: {kind: Deployment}} | \"$patch: replace\" is not supported here; write the object itself",
      })
  void refusesWhatItDoesNotDo(String item, String message) {
    assertEquals(
        "kustomization.yaml: " + message,
        assertThrows(ManagerException.class, () -> patch(item)).getMessage());
  }

  private static KustomizePatch patch(String item) {
    return KustomizePatch.of(FILE, Yaml.read(item, FILE).getFirst());
  }

  private static List<ObjectNode> objects() {
    return new ArrayList<>(Yaml.read(OBJECTS, FILE).stream().map(ObjectNode.class::cast).toList());
  }

  private static String name(JsonNode object) {
    return text(object.path("metadata"), "name");
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asText();
  }
}
