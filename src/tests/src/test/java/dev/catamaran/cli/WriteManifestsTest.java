package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteManifestsTest {
  private final Path folder;
  private final Path definition;
  private final Path webhooks;
  private final StringWriter out = new StringWriter();

  WriteManifestsTest(@TempDir Path folder) {
    this.folder = folder;
    this.definition = folder.resolve("crds/cache.my.domain_memcachedbackups.yaml");
    this.webhooks = folder.resolve("webhooks.yaml");
  }

  /** Runs a command; {@link #out} has what it says. */
  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    var writer = new PrintWriter(out, true);
    return Main.execute(writer, writer, arguments);
  }

  private int manifests(String watches, String... more) throws IOException {
    Files.writeString(folder.resolve("watches.yaml"), watches);
    var arguments =
        new ArrayList<>(
            List.of(
                "manifests",
                "--project",
                folder.toString(),
                "--crds",
                folder.resolve("crds").toString(),
                "--webhooks",
                webhooks.toString()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private static final String BACKUP =
      """
      - group: cache.my.domain
        version: v1
        kind: MemcachedBackup
        reconciler: dev.catamaran.samples.memcached.MemcachedBackupReconciler
      """;

  @Test
  void writesMissingManifestsAndKeepsTheOthers() throws IOException {
    assertEquals(0, manifests(BACKUP));
    assertEquals(definition + " is written\n", out.toString());
    assertFalse(Files.exists(webhooks), "the command must write no webhooks");
    var before = Files.getLastModifiedTime(definition);
    assertEquals(0, manifests(BACKUP));
    assertEquals("1 up to date\n", out.toString());
    assertEquals(before, Files.getLastModifiedTime(definition));
    assertEquals(0, manifests(BACKUP, "--check"));
  }

  @Test
  void checksWithoutWriting() throws IOException {
    assertEquals(2, manifests(BACKUP, "--check"));
    assertEquals(
        definition
            + " is out of date\nRun the same command without --check, and commit the files\n",
        out.toString());
    assertFalse(Files.exists(definition));

    assertEquals(0, manifests(BACKUP));
    Files.writeString(definition, "# by hand\n");
    assertEquals(2, manifests(BACKUP, "--check"));
    assertEquals("# by hand\n", Files.readString(definition));
  }

  @Test
  void configuresTheWebhooksOfAKind() throws IOException {
    var watches =
        BACKUP + "  webhooks: [dev.catamaran.samples.memcached.MemcachedBackupAdmission]\n";
    assertEquals(0, manifests(watches));
    assertTrue(
        Files.readString(webhooks).contains("path: /validate-cache-my-domain-v1-memcachedbackup"));
  }

  @Test
  void reportsThatChartsHaveNoManifests() throws IOException {
    assertEquals(
        0,
        manifests(
            """
            - group: cache.my.domain
              version: v1alpha1
              kind: Memcached
              chart: helm-charts/memcached
            """));
    assertTrue(out.toString().startsWith("No manifest: "), out.toString());
  }

  @Test
  void replacesAFileThatIsNotTextByForceOnly() throws IOException {
    Files.createDirectory(folder.resolve("crds"));
    var content = new byte[] {(byte) 0xff, (byte) 0xfe};
    Files.write(definition, content);
    assertEquals(2, manifests(BACKUP, "--check"));
    assertEquals(1, manifests(BACKUP));
    assertArrayEquals(content, Files.readAllBytes(definition));
    assertEquals(0, manifests(BACKUP, "--force"));
    assertEquals(0, manifests(BACKUP, "--check"));
  }

  /** A kind whose charts change in waves needs one more CRD, and rights in one namespace. */
  @Test
  void writesWhatRolloutsNeed() throws IOException {
    var project = folder.resolve("fleet");
    run("init", "--domain", "example.com", "--name", "fleet", "--project=" + project);
    run(
        "create",
        "api",
        "--group=cache",
        "--version=v1",
        "--kind=Memcached",
        "--helm-chart=helm-charts/memcached",
        "--project=" + project);
    var watches = project.resolve("watches.yaml");
    Files.writeString(
        watches,
        Files.readString(watches).replace("  chart:", "  rollout: {waves: [100%]}\n  chart:"));
    assertEquals(0, run("manifests", "--project=" + project), out::toString);

    var crds = Files.readString(project.resolve("config/crd/kustomization.yaml"));
    assertTrue(crds.contains("- bases/catamaran.dev_chartrollouts.yaml\n"), crds);
    var roles = Files.readString(project.resolve("config/rbac/kustomization.yaml"));
    assertTrue(roles.contains("- rollout_role.yaml\n- rollout_role_binding.yaml\n"), roles);
    var everywhere = Files.readString(project.resolve("config/rbac/role.yaml"));
    assertFalse(everywhere.contains("catamaran.dev"), everywhere);
    assertEquals(0, run("manifests", "--check", "--project=" + project), out::toString);
    assertEquals(0, run("validate", "--project=" + project), out::toString);
    assertTrue(out.toString().contains("no problems"), out::toString);
  }
}
