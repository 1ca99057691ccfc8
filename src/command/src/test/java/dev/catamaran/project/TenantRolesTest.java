package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Placement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantRolesTest {
  private final TenantRoles roles = new TenantRoles("team-a");

  /** An object in kube-system, such as the RoleBinding of metrics-server. */
  @Test
  void haveARoleInANamespaceThatTheChartNamesItself() {
    roles.add(
        new GroupVersionKind("sea.example", "v1", "Boat"),
        "boats",
        Placement.DEFAULT,
        "deployer",
        List.of(),
        Map.of(
            "kube-system",
            List.of(Rule.of(Reach.NAMESPACE, "", "configmaps", List.of("create"), "a.yaml"))));

    var all = roles.textOfAll();
    assertEquals(
        """
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          name: team-a-deployer-boat.sea.example
          namespace: kube-system
        rules:
        # a.yaml.
        - apiGroups:
          - ""
          resources:
          - configmaps
          verbs:
          - create
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata:
          name: team-a-deployer-boat.sea.example
          namespace: kube-system
        roleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: Role
          name: team-a-deployer-boat.sea.example
        subjects:
        - kind: ServiceAccount
          name: deployer
          namespace: team-a
        """,
        all.substring(roles.textWithClusterRoles().length()));
    assertFalse(roles.text().contains("kube-system"));
  }
}
