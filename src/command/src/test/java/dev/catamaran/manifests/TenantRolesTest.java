package dev.catamaran.manifests;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Reach;
import dev.catamaran.watch.Watch.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TenantRolesTest {
  /** An object in kube-system, such as the RoleBinding of metrics-server. */
  @Test
  void haveARoleInANamespaceThatTheChartNamesItself() {
    var roles = new TenantRoles(Optional.empty());
    roles.add(
        "team-a",
        new GroupVersionKind("sea.example", "v1", "Boat"),
        "boats",
        Placement.DEFAULT,
        "deployer",
        List.of(),
        Map.of(
            "kube-system",
            List.of(Rule.of(Reach.NAMESPACE, "", "configmaps", List.of("create"), "a.yaml"))));
    assertContains(
        roles.textOfAll().substring(roles.text(/* cluster= */ true).length()),
        "kind: Role\n"
            + "metadata:\n"
            + "  name: team-a-deployer-boat.sea.example\n"
            + "  namespace: kube-system\n",
        "  resources:\n  - configmaps\n",
        "- kind: ServiceAccount\n  name: deployer\n  namespace: team-a\n");
    assertFalse(roles.text(/* cluster= */ false).contains("kube-system"));
  }

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
