package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.rights.Declaration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProjectRoleTest {

  @Test
  void hasOnlyRightsOnObjectsInNamespacesAsARole() {
    var realm = new ProjectApi("", "my.domain", "v1", "Realm", "realms", "", "RealmReconciler");
    var project = new ProjectFile("my.domain", List.of(), "realms-operator", List.of(realm));
    var role = new ProjectRole(project, Set.of(realm.gvk()));
    var declared =
        new Declaration(
                List.of(""), List.of("nodes", "pods"), List.of(), List.of("list"), "class Realms")
            .rules()
            .toList();

    assertEquals(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata:
          name: realms-operator-manager-role
          labels:
            app.kubernetes.io/name: realms-operator
        rules:
        # class Realms.
        - apiGroups:
          - ""
          resources:
          - pods
          verbs:
          - list
        # Events about the custom resources, and those that say why their objects are not ready.
        - apiGroups:
          - events.k8s.io
          resources:
          - events
          verbs:
          - create
          - list
          - patch
        """,
        role.namespacedText(declared));
    var whole = role.text(declared);
    assertTrue(whole.contains("- nodes\n"), whole);
    assertTrue(whole.contains("- realms/status\n"), whole);
  }
}
