package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The installation of a project's operator, as config/ describes it.
 *
 * @param project the PROJECT file
 * @param built the objects of config/default
 * @param optional objects of config/prometheus and config/network-policy that config/default leaves
 *     out
 * @param tenant the accounts of config/tenant that make releases; none if the operator does it
 */
record OperatorConfig(
    ProjectFile project, Kustomized built, List<ObjectNode> optional, List<ObjectNode> tenant) {
  private static final String TENANT = "config/tenant";

  private static final List<String> OPTIONAL =
      List.of("config/prometheus/monitor.yaml", "config/network-policy/policy.yaml");

  /** Reads the files of a project. */
  static OperatorConfig read(Path folder) {
    var built = Kustomized.of(folder.resolve("config/default"));
    var optional = new ArrayList<ObjectNode>();
    for (var file : OPTIONAL) {
      if (Files.exists(folder.resolve(file))) {
        Yaml.read(folder.resolve(file)).stream()
            .map(ObjectNode.class::cast)
            .filter(object -> built.ofKind(object.path("kind").asText()).isEmpty())
            .forEach(optional::add);
      }
    }
    var tenant =
        Files.exists(folder.resolve(TENANT))
            ? Kustomized.of(folder.resolve(TENANT)).objects()
            : List.<ObjectNode>of();
    return new OperatorConfig(ProjectFile.read(folder), built, optional, tenant);
  }

  /** Returns all objects, also those that config/default leaves out. */
  List<ObjectNode> objects() {
    return Stream.concat(built.objects().stream(), optional.stream()).toList();
  }

  /** Returns the Deployment of the operator. */
  ObjectNode deployment() {
    return only("Deployment", "controller-manager");
  }

  /** Returns the name of the operator's account. */
  String account() {
    return deployment().at("/spec/template/spec/serviceAccountName").asText();
  }

  /** Returns the role of the operator. */
  ObjectNode role() {
    return only("ClusterRole", "manager-role");
  }

  /** Returns the binding of the operator's role. */
  ObjectNode binding() {
    return only("ClusterRoleBinding", "manager-rolebinding");
  }

  private ObjectNode only(String kind, String name) {
    return built.ofKind(kind).stream()
        .filter(object -> name(object).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ManagerException(
                    "config/default has no %s %s; `catamaran init` writes it"
                        .formatted(kind, name)));
  }

  static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }

  /** Returns whether config/default includes webhooks. */
  boolean hasWebhooks() {
    return !built.ofKind("MutatingWebhookConfiguration").isEmpty()
        || !built.ofKind("ValidatingWebhookConfiguration").isEmpty()
        || built.ofKind("CustomResourceDefinition").stream()
            .anyMatch(definition -> definition.path("spec").has("conversion"));
  }

  /** Returns whether an argument of the operator begins so. */
  boolean hasArgument(String prefix) {
    return DeploymentTemplate.operator(deployment())
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
