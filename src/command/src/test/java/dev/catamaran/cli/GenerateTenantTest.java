package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.TestProject.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code catamaran generate tenant}. TenantAccountIT uses its output. */
class GenerateTenantTest {
  private final Path folder;
  private TestProject project;

  GenerateTenantTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.project = TestProject.validIn(folder);
  }

  @BeforeEach
  void named() throws IOException {
    project = project.replace("watches.yaml", "operator-deployer", "deployer");
  }

  private Outcome tenant(String... arguments) {
    var all = new ArrayList<>(List.of("generate", "tenant"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--project", folder.toString()));
    return TestProject.run(all.toArray(String[]::new));
  }

  @Test
  void writesTheAccountItsRoleAndTheBinding() {
    assertEquals(new Outcome(0, ALL, ""), tenant("team-a"));
    assertEquals(new Outcome(0, ALL, ""), tenant("team-a", "--kind", "Web"));
    assertEquals(new Outcome(0, ALL, ""), tenant("team-a", "--kind", "Web.shop.my.domain"));
    assertEquals(
        new Outcome(0, ALL.replace("deployer", "other").replace("team-a", "'123'"), ""),
        tenant("123", "--account", "other"));
  }

  private static final String ALL =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata:
        name: deployer
        namespace: team-a
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata:
        name: deployer-web.shop.my.domain
        namespace: team-a
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
      kind: RoleBinding
      metadata:
        name: deployer-web.shop.my.domain
        namespace: team-a
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: Role
        name: deployer-web.shop.my.domain
      subjects:
      - kind: ServiceAccount
        name: deployer
        namespace: team-a
      """;

  @Test
  void writesTheReleasesRightsWhereTheReleasesAre() throws IOException {
    project.append("watches.yaml", "  targetNamespace: \"{{ .metadata.namespace }}-apps\"\n");
    var made = tenant("team-a");
    assertEquals(0, made.code(), made::err);
    var documents = made.out().split("---\n", -1);
    assertEquals(5, documents.length, made::out);
    assertTrue(documents[1].contains("namespace: team-a\n"), made::out);
    assertFalse(documents[1].contains("delete"), made::out);
    assertTrue(documents[3].contains("namespace: team-a-apps\n"), made::out);
    assertTrue(documents[3].contains("delete"), made::out);
    assertTrue(
        documents[4].endsWith("- kind: ServiceAccount\n  name: deployer\n  namespace: team-a\n"),
        made::out);
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
    assertEquals(
        new Outcome(
            0,
            ALL,
            "note: Web: no Role can allow what the chart does outside of namespaces (clusterroles, nodes); --cluster-role adds a ClusterRole for it. Whoever may use the account then has its permissions in the whole cluster\n"),
        tenant("team-a"));
    var made = tenant("team-a", "--cluster-role");
    assertTrue(made.out().startsWith(ALL + "---\n"), made::out);
    assertTrue(
        made.out().contains("kind: ClusterRoleBinding\nmetadata:\n  name: team-a-deployer-"));
    assertTrue(made.out().contains("  - nodes\n"), made::out);
    assertEquals("", made.err());
  }

  @Test
  void writesAFile() throws IOException {
    var file = folder.resolve("tenants/team-a.yaml");
    assertEquals(
        new Outcome(0, file + " is written\n", ""), tenant("team-a", "--output", file + ""));
    assertEquals(ALL, Files.readString(file));
    Files.writeString(file, "mine");
    assertEquals(1, tenant("team-a", "--output", file + "").code());
    assertEquals("mine", Files.readString(file));
    assertEquals(0, tenant("team-a", "--output", file + "", "--force").code());
    assertEquals(ALL, Files.readString(file));
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertEquals(
        new Outcome(1, "", folder.resolve("watches.yaml") + " has no Boat with a chart\n"),
        tenant("team-a", "--kind", "Boat"));
    assertTrue(tenant("Team_A").err().startsWith("namespace \"Team_A\" must be lower case"));
    project.replace("watches.yaml", "  serviceAccountName: deployer\n", "");
    assertEquals(
        new Outcome(
            1,
            "",
            folder.resolve("watches.yaml")
                + " names no account for Web, so these releases are made with the operator's own permissions; add serviceAccountName to the entry, or name the account of --default-service-account by --account\n"),
        tenant("team-a"));
    assertEquals(0, tenant("team-a", "--account", "deployer").code());
  }
}
