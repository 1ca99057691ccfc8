package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.rights.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The rights of the operator's account, as OLM wants them: it makes Roles in the watched
 * namespaces, or one ClusterRole for all, from {@code namespaced}, and a ClusterRole from {@code
 * inCluster}.
 *
 * @param roles the roles of config/default that have these rights, except those that other accounts
 *     have too
 */
record Permissions(ArrayNode namespaced, ArrayNode inCluster, List<ObjectNode> roles) {
  /** Copies the list. */
  Permissions {
    roles = List.copyOf(roles);
  }

  /**
   * Collects the rules of all roles that are bound to the operator's account.
   *
   * @param generated rules that follow from charts and classes
   */
  static Permissions of(OperatorConfig config, Collection<Rule> generated) {
    var namespaced = Yaml.MAPPER.createArrayNode();
    var inCluster = Yaml.MAPPER.createArrayNode();
    var roles = new ArrayList<ObjectNode>();
    var ofOthers = new ArrayList<ObjectNode>();
    for (var binding : config.built().objects()) {
      var subjects = binding.path("subjects").valueStream().toList();
      if (!subjects.stream().allMatch(config::isOperator)) {
        ofOthers.addAll(role(config, binding));
      }
      if (subjects.stream().anyMatch(config::isOperator)) {
        var role = role(config, binding);
        roles.addAll(role);
        for (var found : role) {
          if (found.equals(config.role())) {
            var divided = DividedRole.of(found, generated);
            namespaced.addAll(DividedRole.json(divided.namespaced()));
            inCluster.addAll(DividedRole.json(divided.inCluster()));
          } else {
            var into = binding.path("kind").asText().equals("RoleBinding") ? namespaced : inCluster;
            found.path("rules").forEach(into::add);
          }
        }
      }
    }
    roles.removeAll(ofOthers);
    return new Permissions(namespaced, inCluster, roles);
  }

  private static List<ObjectNode> role(OperatorConfig config, ObjectNode binding) {
    var reference = binding.path("roleRef");
    return config.built().ofKind(reference.path("kind").asText()).stream()
        .filter(role -> OperatorConfig.name(role).equals(reference.path("name").asText()))
        .toList();
  }
}
