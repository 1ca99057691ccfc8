package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.TestProject.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code catamaran generate tenant}. TenantAccountIT uses its output. */
class GenerateTenantTest {
  private static final String ACCOUNT =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata:
        name: deployer
        namespace: team-a
      ---
      """;

  private static final String ROLES =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata:
        name: deployer-web.shop.my.domain
      rules:
      # values in ConfigMaps and Secrets, web/templates/settings.yaml.
      - apiGroups:
        - ""
        resources:
        - configmaps
        verbs:
        - create
        - delete
        - get
        - list
        - patch
        - watch
      # Helm stores the revisions of releases in Secrets, values in ConfigMaps and Secrets.
      - apiGroups:
        - ""
        resources:
        - secrets
        verbs:
        - create
        - delete
        - get
        - list
        - patch
        - update
        - watch
      # owner references that block deletion, where OwnerReferencesPermissionEnforcement is on.
      - apiGroups:
        - shop.my.domain
        resources:
        - webs/finalizers
        verbs:
        - update
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata:
        name: operator-controller-manager-revisions
      rules:
      # revisions, and Secrets of releases whose account is gone.
      - apiGroups:
        - ""
        resources:
        - secrets
        verbs:
        - delete
        - get
        - update
      ---
      """;

  private static final String BINDINGS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata:
        name: deployer-web.shop.my.domain
        namespace: team-a
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: ClusterRole
        name: deployer-web.shop.my.domain
      subjects:
      - kind: ServiceAccount
        name: deployer
        namespace: team-a
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata:
        name: operator-controller-manager-revisions
        namespace: team-a
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: ClusterRole
        name: operator-controller-manager-revisions
      subjects:
      - kind: ServiceAccount
        name: operator-controller-manager
        namespace: operator-system
      """;

  private static final String ALL = ACCOUNT + ROLES + BINDINGS;

  private final TestProject project;

  GenerateTenantTest(@TempDir Path folder) throws IOException {
    this.project =
        TestProject.validIn(folder).replace("watches.yaml", "operator-deployer", "deployer");
  }

  private Outcome tenant(String arguments) {
    return project.command("generate tenant " + arguments);
  }

  @Test
  void writesTheAccountTheRolesAndItsBindings() {
    assertEquals(new Outcome(0, ALL, ""), tenant("team-a"));
    assertEquals(new Outcome(0, ALL, ""), tenant("team-a --kind Web.shop.my.domain"));
    assertEquals(
        new Outcome(0, ALL.replace("deployer", "boss").replace("team-a", "'123'"), ""),
        tenant("123 --account boss"));
  }

  /** One more kind in the chart is one more rule of one role. */
  @Test
  void writesEachRoleOnceForAllNamespaces() {
    assertEquals(
        ACCOUNT
            + ACCOUNT.replace("team-a", "team-b")
            + ROLES
            + BINDINGS
            + "---\n"
            + BINDINGS.replace("team-a", "team-b"),
        tenant("team-a team-b").isOf(0).out());
  }

  @Test
  void writesTheReleasesRightsWhereTheReleasesAre() throws IOException {
    project.append("watches.yaml", "  targetNamespace: \"{{ .metadata.namespace }}-apps\"\n");
    var made = tenant("team-a").isOf(0);
    var documents = made.out().split("---\n", -1);
    assertEquals(7, documents.length, made::out);
    assertContains(documents[1], "name: deployer-web.shop.my.domain\n", "delete");
    assertContains(documents[2], "name: deployer-web.shop.my.domain-values\n");
    assertFalse(documents[2].contains("delete"), made::out);
    assertContains(documents[4], "name: deployer-web.shop.my.domain-values\n  namespace: team-a\n");
    assertContains(documents[5], "name: deployer-web.shop.my.domain\n  namespace: team-a-apps\n");
    assertContains(documents[5], "- kind: ServiceAccount\n  name: deployer\n  namespace: team-a\n");
  }

  @Test
  void leavesTheClusterOutUnlessAskedAndSaysSo() throws IOException {
    project.write(
        "helm-charts/web/templates/role.yaml",
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: web-reader}
        rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
        """);
    var without = tenant("team-a").isOf(0);
    assertEquals(ALL, without.out());
    assertContains(without.err(), "outside of namespaces (clusterroles, nodes); --cluster-role");
    var made = tenant("team-a --cluster-role").isOf(0);
    assertTrue(made.out().startsWith(ALL + "---\n"), made::out);
    assertContains(
        made.out(),
        "name: deployer-web.shop.my.domain-cluster\n",
        "  - nodes\n",
        "kind: ClusterRoleBinding\nmetadata:\n  name: team-a-deployer-web.shop.my.domain-cluster\n");
    assertEquals("", made.err());
  }

  @Test
  void namesTheAccountOfTheOperator() throws IOException {
    project.replace("config/default/kustomization.yaml", "operator-system", "ops");
    assertContains(
        tenant("team-a").isOf(0).out(),
        "- kind: ServiceAccount\n  name: operator-controller-manager\n  namespace: ops\n");
    project.delete("config/default/kustomization.yaml");
    assertFalse(tenant("team-a").isOf(0).out().contains("revisions\n"));
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertContains(tenant("").isOf(1).err(), "name the namespaces, or say --all-namespaces");
    assertContains(tenant("team-a -A").isOf(1).err(), "name the namespaces, or say");
    assertContains(tenant("team-a --kind Boat").isOf(1).err(), "has no Boat with a chart\n");
    assertContains(tenant("Team_A").isOf(1).err(), "namespace \"Team_A\" must be lower case");
    project.replace("watches.yaml", "  serviceAccountName: deployer\n", "");
    assertContains(tenant("team-a").isOf(1).err(), "watches.yaml names no account for Web");
    tenant("team-a --account deployer").isOf(0);
  }
}
