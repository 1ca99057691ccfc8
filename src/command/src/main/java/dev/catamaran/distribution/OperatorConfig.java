package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The installation of a project's operator, as config/ describes it. Its objects have marks where
 * kustomize writes the prefix of names and the namespace: so it finds all references.
 *
 * @param project the PROJECT file
 * @param namePrefix that of config/default; may be empty
 * @param namespace that of config/default; may be empty
 * @param built the objects of config/default
 * @param optional objects of config/prometheus and config/network-policy that config/default leaves
 *     out
 * @param tenant the accounts of config/tenant that make releases, without marks; none if the
 *     operator does it
 */
record OperatorConfig(
    ProjectFile project,
    String namePrefix,
    String namespace,
    List<ObjectNode> built,
    List<ObjectNode> optional,
    List<ObjectNode> tenant) {
  /** The mark of the prefix; no name has capital letters. */
  static final String PREFIX = "HELM-PREFIX-";

  static final String NAMESPACE = "HELM-NAMESPACE";

  private static final List<String> OPTIONAL =
      List.of("config/prometheus", "config/network-policy");

  /**
   * Reads the files of a project.
   *
   * @throws ManagerException if kustomize cannot build them; says why
   */
  static OperatorConfig read(Path folder) {
    try (var engine = ChartEngine.start()) {
      var whole = engine.kustomize(folder.resolve("config/default"), PREFIX, NAMESPACE);
      var built = objects(whole);
      var kinds = built.stream().map(object -> object.path("kind")).toList();
      var optional =
          OPTIONAL.stream()
              .map(folder::resolve)
              .filter(each -> Files.exists(each.resolve("kustomization.yaml")))
              .flatMap(each -> objects(engine.kustomize(each, PREFIX, NAMESPACE)).stream())
              .filter(object -> !kinds.contains(object.path("kind")))
              .toList();
      var tenant = folder.resolve("config/tenant");
      return new OperatorConfig(
          ProjectFile.read(folder),
          whole.path("namePrefix").asText(),
          whole.path("namespace").asText(),
          built,
          optional,
          Files.exists(tenant) ? objects(engine.kustomize(tenant, "", "")) : List.of());
    }
  }

  private static List<ObjectNode> objects(JsonNode answer) {
    return Yaml.read(answer.path("objects").asText()).stream().map(ObjectNode.class::cast).toList();
  }

  /** Returns all objects, also those that config/default leaves out. */
  List<ObjectNode> objects() {
    return Stream.concat(built.stream(), optional.stream()).toList();
  }

  /** Returns whether config/default has objects of a kind. */
  boolean has(String kind) {
    return built.stream().anyMatch(object -> object.path("kind").asText().equals(kind));
  }

  ObjectNode deployment() {
    return only("Deployment", "controller-manager");
  }

  String account() {
    return unmarked(deployment().at("/spec/template/spec/serviceAccountName").asText());
  }

  ObjectNode role() {
    return only("ClusterRole", "manager-role");
  }

  ObjectNode binding() {
    return only("ClusterRoleBinding", "manager-rolebinding");
  }

  /** Returns the container of the operator: the one that runs {@code manager}, or the first. */
  static JsonNode container(JsonNode deployment) {
    var containers = deployment.at("/spec/template/spec/containers");
    return containers
        .valueStream()
        .filter(container -> container.path("name").asText().equals("manager"))
        .findFirst()
        .orElse(containers.path(0));
  }

  private ObjectNode only(String kind, String name) {
    return built.stream()
        .filter(object -> object.path("kind").asText().equals(kind) && name(object).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ManagerException(
                    "config/default has no %s %s; `catamaran init` writes it"
                        .formatted(kind, name)));
  }

  /** Returns the name that the file of an object has. */
  static String name(JsonNode object) {
    return unmarked(object.path("metadata").path("name").asText());
  }

  private static String unmarked(String name) {
    return name.replace(PREFIX, "");
  }

  boolean hasWebhooks() {
    return has("MutatingWebhookConfiguration")
        || has("ValidatingWebhookConfiguration")
        || built.stream().anyMatch(object -> object.path("spec").has("conversion"));
  }

  boolean hasArgument(String prefix) {
    return container(deployment())
        .path("args")
        .valueStream()
        .anyMatch(argument -> argument.asText().startsWith(prefix));
  }

  /** Returns whether an object is a role for people. */
  boolean isForPeople(ObjectNode object) {
    return project.resources().stream()
        .anyMatch(api -> name(object).matches(api.lowerKind() + "-(admin|editor|viewer)-role"));
  }
}
