package dev.catamaran.manifests;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Reach;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TenantRolesTest {
  /** An object in kube-system, such as the RoleBinding of metrics-server. */
  @Test
  void haveNoRightOutsideOfNamespacesInTheRoleOfAnOperator() {
    var realm = new ProjectApi("", "my.domain", "v1", "Realm", "realms", "", "RealmReconciler");
    var project =
        new ProjectFile("", "my.domain", List.of(), "realms-operator", List.of(realm), Map.of());
    var role = new ProjectRole(project, Set.of(realm.gvk()));
    var declared =
        List.of(
            Rule.of(Reach.CLUSTER, "", "nodes", List.of("list"), "class Realms"),
            Rule.of(Reach.NAMESPACE, "", "pods", List.of("list"), "class Realms"));
    assertContains(role.text(declared), "- nodes\n", "- realms/status\n", "- pods\n");
    var namespaced = role.namespacedText(declared);
    assertContains(namespaced, "kind: Role\n", "- pods\n", "- events\n");
    assertFalse(namespaced.contains("- nodes\n") || namespaced.contains("realms/"), namespaced);
  }
}
