package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.rights.Declaration;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DividedRoleTest {
  private static final String RBAC = "rbac.authorization.k8s.io";

  @Test
  void putsDeclaredRightsWhereTheObjectsAre() {
    var declared =
        new Declaration(
            List.of(""),
            List.of("nodes", "pods"),
            List.of(),
            List.of("get", "list", "watch"),
            "class Nodes");

    var divided =
        divided(
            "{apiGroups: [''], resources: [nodes, pods], verbs: [get, list, watch]}",
            declared.rules().toList());

    assertEquals(List.of("[nodes] [get, list, watch]"), texts(divided.inCluster()));
    assertEquals(List.of("[pods] [get, list, watch]"), texts(divided.namespaced()));
  }

  @Test
  void putsVerbsThatAPersonAddedWhereTheObjectsAre() {
    var generated =
        List.of(
            Rule.of(Reach.CLUSTER, RBAC, "clusterroles", List.of("get"), "a.yaml"),
            Rule.of(Reach.NAMESPACE, RBAC, "roles", List.of("get"), "a.yaml"));

    var divided =
        divided(
            "{apiGroups: [%s], resources: [clusterroles, roles], verbs: [escalate, get]}"
                .formatted(RBAC),
            generated);

    assertEquals(List.of("[clusterroles] [escalate, get]"), texts(divided.inCluster()));
    assertEquals(List.of("[roles] [escalate, get]"), texts(divided.namespaced()));
  }

  @Test
  void putsVerbsForAKindOutsideOfNamespacesInTheCluster() {
    var generated = List.of(Rule.of(Reach.CLUSTER, "x.dev", "fleets", List.of("get"), "a.yaml"));

    var divided =
        divided("{apiGroups: [x.dev], resources: [fleets], verbs: [create, get]}", generated);

    assertEquals(List.of("[fleets] [create, get]"), texts(divided.inCluster()));
    assertEquals(List.of(), texts(divided.namespaced()));
  }

  /** A Role allows to get its own namespace, but not to list namespaces. */
  @Test
  void leavesARightOnTheOwnNamespaceInTheNamespace() {
    var generated = List.of(Rule.of(Reach.NAMESPACE, "", "namespaces", List.of("get"), "Helm"));

    var divided =
        divided("{apiGroups: [''], resources: [namespaces], verbs: [get, list]}", generated);

    assertEquals(List.of("[namespaces] [list]"), texts(divided.inCluster()));
    assertEquals(List.of("[namespaces] [get]"), texts(divided.namespaced()));
  }

  private static DividedRole divided(String rule, List<Rule> generated) {
    var role = Yaml.read("rules: [%s]".formatted(rule), Path.of("role.yaml")).getFirst();
    return DividedRole.of(role, generated);
  }

  private static List<String> texts(List<Rule> rules) {
    return rules.stream().map(rule -> rule.resources() + " " + rule.verbs()).toList();
  }
}
