package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kustomization.yaml, with the fields that projects of kubebuilder use.
 *
 * @param file path of the file
 */
record Kustomization(Path file, JsonNode json) {
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  /**
   * Fields with an effect here, and two without: the image is chosen where the operator is
   * installed, and {@link References} knows what the configurations name.
   */
  private static final Set<String> FIELDS =
      Set.of(
          "apiVersion",
          "kind",
          "namespace",
          "namePrefix",
          "resources",
          "components",
          "patches",
          "images",
          "configurations");

  private static final Set<String> ONLY_OUTERMOST = Set.of("namespace", "namePrefix");

  /** Reads the file of a folder. */
  static Kustomization in(Path folder) {
    return NAMES.stream()
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .findFirst()
        .map(Kustomization::read)
        .orElseThrow(() -> new ManagerException("%s has no kustomization.yaml".formatted(folder)));
  }

  private static Kustomization read(Path file) {
    var documents = Yaml.read(file);
    if (documents.size() != 1) {
      throw new ManagerException("%s is not one YAML document".formatted(file));
    }
    requireFields(file, "", documents.getFirst(), FIELDS);
    return new Kustomization(file, documents.getFirst());
  }

  /**
   * Refuses other fields than the known ones.
   *
   * @param place path of the mapping in the file, with a dot at its end; empty for the whole file
   * @throws ManagerException that names the first
   */
  static void requireFields(Path file, String place, JsonNode mapping, Set<String> known) {
    var unknown = new TreeSet<String>();
    mapping.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new ManagerException(
          "%s: the field %s%s is not supported here; write the objects or patches themselves"
              .formatted(file, place, unknown.first()));
    }
  }

  /** Returns the text of a field; empty if it is absent. */
  String text(String field) {
    return json.path(field).asText();
  }

  /** Returns the objects after all patches. */
  List<ObjectNode> objects() {
    var objects = new ArrayList<ObjectNode>();
    change(objects);
    return objects;
  }

  /** Adds the resources and applies components and patches, in the order of kustomize. */
  private void change(List<ObjectNode> objects) {
    for (var name : json.path("resources")) {
      objects.addAll(resource(name.asText()));
    }
    for (var name : json.path("components")) {
      inner(name.asText()).change(objects);
    }
    for (var patch : json.path("patches")) {
      KustomizePatch.of(file, patch).applyTo(objects);
    }
  }

  private List<ObjectNode> resource(String name) {
    var path = file.resolveSibling(name).normalize();
    if (Files.isDirectory(path)) {
      return inner(name).objects();
    }
    if (name.contains("://")) {
      throw new ManagerException("%s: %s is not a file of the project".formatted(file, name));
    }
    return Yaml.read(path).stream().map(ObjectNode.class::cast).toList();
  }

  private Kustomization inner(String name) {
    var inner = in(file.resolveSibling(name).normalize());
    for (var field : ONLY_OUTERMOST) {
      if (inner.json.has(field)) {
        throw new ManagerException(
            "%s: the field %s is supported only in %s".formatted(inner.file, field, file));
      }
    }
    return inner;
  }
}
