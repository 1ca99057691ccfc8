package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.Converter;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteManifestsTest {
  private final Path folder;
  private final Path definition;
  private final Path webhooks;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream standardOut = System.out;
  private final PrintStream standardErr = System.err;

  WriteManifestsTest(@TempDir Path folder) {
    this.folder = folder;
    this.definition = folder.resolve("crds/cache.my.domain_memcachedbackups.yaml");
    this.webhooks = folder.resolve("webhooks.yaml");
  }

  @BeforeEach
  void capture() {
    var stream = new PrintStream(out, true, UTF_8);
    System.setOut(stream);
    System.setErr(stream);
  }

  @AfterEach
  void restore() {
    System.setOut(standardOut);
    System.setErr(standardErr);
  }

  private int manifests(String watches, String... more) throws IOException {
    var file = Files.writeString(folder.resolve("watches.yaml"), watches);
    var arguments =
        new ArrayList<>(
            List.of(
                "manifests",
                "--watches-file",
                file.toString(),
                "--crds",
                folder.resolve("crds").toString(),
                "--webhooks",
                webhooks.toString()));
    arguments.addAll(List.of(more));
    return Main.execute(arguments.toArray(String[]::new));
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
    assertEquals(definition + " is written\n", out.toString(UTF_8));
    assertFalse(Files.exists(webhooks), "the command must write no webhooks");
    var before = Files.getLastModifiedTime(definition);
    out.reset();

    assertEquals(0, manifests(BACKUP));
    assertEquals(definition + " is up to date\n", out.toString(UTF_8));
    assertEquals(before, Files.getLastModifiedTime(definition));
    assertEquals(0, manifests(BACKUP, "--check"));
  }

  @Test
  void checksWithoutWriting() throws IOException {
    assertEquals(1, manifests(BACKUP, "--check"));
    assertEquals(
        definition
            + " is out of date\nRun the same command without --check, and commit the files\n",
        out.toString(UTF_8));
    assertFalse(Files.exists(definition));

    assertEquals(0, manifests(BACKUP));
    Files.writeString(definition, "# by hand\n");
    assertEquals(1, manifests(BACKUP, "--check"));
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
  void reportsAMissingClass() throws IOException {
    assertEquals(1, manifests(BACKUP.replace("BackupReconciler", "BackupMaker")));
    assertTrue(
        out.toString(UTF_8)
            .contains(
                "dev.catamaran.samples.memcached.MemcachedBackupMaker is not on the class path"),
        out.toString(UTF_8));
    assertFalse(out.toString(UTF_8).contains("\tat "), out.toString(UTF_8));
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
    assertTrue(out.toString(UTF_8).startsWith("No manifest: "), out.toString(UTF_8));
  }

  @Test
  void reportsAFolderThatCannotBeWritten() throws IOException {
    Files.writeString(folder.resolve("crds"), "a file");
    assertEquals(1, manifests(BACKUP));
    assertTrue(
        out.toString(UTF_8).contains(definition + " cannot be written"), out.toString(UTF_8));
    assertFalse(out.toString(UTF_8).contains("\tat "), out.toString(UTF_8));
  }

  @Test
  void replacesAFileThatIsNotTextByForceOnly() throws IOException {
    Files.createDirectory(folder.resolve("crds"));
    var content = new byte[] {(byte) 0xff, (byte) 0xfe};
    Files.write(definition, content);
    assertEquals(1, manifests(BACKUP, "--check"));
    assertEquals(1, manifests(BACKUP));
    assertArrayEquals(content, Files.readAllBytes(definition));
    assertEquals(0, manifests(BACKUP, "--force"));
    assertEquals(0, manifests(BACKUP, "--check"));
  }

  /** Both versions are stored: the author forgot {@code storage = false}. */
  @Group("test.catamaran.dev")
  @Version("v2")
  public static class Lamp extends CustomResource<Lamp.Spec, Void> {
    public record Spec(String color) {}
  }

  @Group("test.catamaran.dev")
  @Version("v1")
  @Kind("Lamp")
  public static class OldLamp extends CustomResource<Lamp.Spec, Void> {}

  public static class LampReconciler implements Reconciler<Lamp> {
    @Override
    public UpdateControl<Lamp> reconcile(Lamp lamp, Context<Lamp> context) {
      return UpdateControl.noUpdate();
    }
  }

  public static class LampConverter implements Converter<Lamp, OldLamp> {
    @Override
    public Lamp toHub(OldLamp lamp) {
      return new Lamp();
    }

    @Override
    public OldLamp fromHub(Lamp lamp) {
      return new OldLamp();
    }
  }

  @Test
  void reportsAClassThatMakesNoCrd() throws IOException {
    var test = WriteManifestsTest.class.getName();
    assertEquals(
        1,
        manifests(
            """
            - group: test.catamaran.dev
              version: v2
              kind: Lamp
              reconciler: %1$s$LampReconciler
              webhooks: [%1$s$LampConverter]
            """
                .formatted(test)));
    var output = out.toString(UTF_8);
    assertTrue(
        output.contains(
            "the CRD of test.catamaran.dev/v2, Kind=Lamp cannot be generated from its class: "),
        output);
    assertFalse(output.contains("\tat "), output);
  }

  /** A kind whose charts change in waves needs one more CRD, and rights in one namespace. */
  @Test
  void writesWhatRolloutsNeed() throws IOException {
    var project = folder.resolve("fleet");
    Main.execute("init", "--domain", "example.com", "--name", "fleet", "--project=" + project);
    Main.execute(
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
    out.reset();

    assertEquals(0, Main.execute("manifests", "--watches-file=" + watches), out::toString);

    var crds = Files.readString(project.resolve("config/crd/kustomization.yaml"));
    assertTrue(crds.contains("- bases/catamaran.dev_chartrollouts.yaml\n"), crds);
    var roles = Files.readString(project.resolve("config/rbac/kustomization.yaml"));
    assertTrue(roles.contains("- rollout_role.yaml\n- rollout_role_binding.yaml\n"), roles);
    var everywhere = Files.readString(project.resolve("config/rbac/role.yaml"));
    assertFalse(everywhere.contains("catamaran.dev"), everywhere);
    assertEquals(
        0, Main.execute("manifests", "--check", "--watches-file=" + watches), out::toString);
    out.reset();
    assertEquals(0, Main.execute("validate", "--watches-file=" + watches), out::toString);
    assertTrue(out.toString(UTF_8).contains("no problems"), out::toString);
  }
}
