package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import java.util.List;

/**
 * The objects of config/default that are in a bundle beside the ClusterServiceVersion. From this,
 * OLM makes the operator's Deployment, account, rights and webhooks itself.
 *
 * @param permissions rights in the ClusterServiceVersion
 */
record BundleObjects(OperatorConfig config, Permissions permissions) {

  /**
   * Returns copies of the objects.
   *
   * @throws ManagerException if there is an object that a bundle cannot have
   */
  List<ObjectNode> all() {
    refuseFurtherDeployments();
    return config.built().objects().stream()
        .filter(this::isInBundle)
        .map(this::withoutOperator)
        .toList();
  }

  private void refuseFurtherDeployments() {
    config.built().ofKind("Deployment").stream()
        .filter(deployment -> !deployment.equals(config.deployment()))
        .findFirst()
        .ifPresent(
            further -> {
              throw new ManagerException(
                  ("config/default has the Deployment %s: a bundle has Deployments only in its ClusterServiceVersion,"
                          + " and this command writes only the operator's own there; move the other one out of"
                          + " config/default")
                      .formatted(OperatorConfig.name(further)));
            });
  }

  private boolean isInBundle(ObjectNode object) {
    return switch (object.path("kind").asText()) {
      case "Namespace",
          "Deployment",
          "Issuer",
          "Certificate",
          "MutatingWebhookConfiguration",
          "ValidatingWebhookConfiguration" ->
          false;
      case "ServiceAccount" -> !OperatorConfig.name(object).equals(config.account());
      case "Role", "ClusterRole" -> !permissions.roles().contains(object);
      case "RoleBinding", "ClusterRoleBinding" -> !isOnlyOfOperator(object);
      case "Service" -> !isOfWebhooks(object);
      default -> true;
    };
  }

  private boolean isOnlyOfOperator(ObjectNode binding) {
    var subjects = binding.path("subjects").valueStream().toList();
    return !subjects.isEmpty() && subjects.stream().allMatch(config::isOperator);
  }

  private static boolean isOfWebhooks(ObjectNode service) {
    return service
        .path("spec")
        .path("ports")
        .valueStream()
        .anyMatch(port -> port.path("name").asText().equals("webhooks"));
  }

  private ObjectNode withoutOperator(ObjectNode original) {
    var object = original.deepCopy();
    if (object.path("subjects") instanceof ArrayNode subjects) {
      subjects.removeIf(config::isOperator);
    }
    return object;
  }
}
