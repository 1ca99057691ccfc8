package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.ChartEngine;
import java.nio.file.Path;
import java.util.List;

/**
 * The objects of a folder with a kustomization, as kustomize builds them, but with the names and
 * namespaces that the files have.
 *
 * @param namePrefix prefix that kustomize gives to all names; may be empty
 * @param namespace namespace that kustomize gives to all objects; may be empty
 */
record Kustomized(String namePrefix, String namespace, List<ObjectNode> objects) {
  /**
   * Builds a folder.
   *
   * @throws ManagerException if kustomize cannot build it; says why
   */
  static Kustomized of(Path folder) {
    try (var engine = ChartEngine.start()) {
      var built = engine.kustomize(folder);
      return new Kustomized(
          built.path("namePrefix").asText(),
          built.path("namespace").asText(),
          Yaml.read(built.path("objects").asText(), folder).stream()
              .map(ObjectNode.class::cast)
              .toList());
    }
  }

  /**
   * Returns whether a namespace is that of an object. As kustomize does it, a reference may name
   * the namespace of the object's file, that of the build, or none.
   */
  boolean isNamespaceOf(ObjectNode object, String namespace) {
    return namespace.isEmpty()
        || namespace.equals(this.namespace)
        || namespace.equals(object.path("metadata").path("namespace").asText("default"));
  }

  /** Returns the objects of a kind. */
  List<ObjectNode> ofKind(String kind) {
    return objects.stream().filter(object -> kind.equals(object.path("kind").asText())).toList();
  }
}
