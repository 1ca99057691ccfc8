package dev.catamaran.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.GoldenTree;
import dev.catamaran.cli.TestProject;
import dev.catamaran.project.Changes;
import dev.catamaran.project.WrittenFiles;
import dev.catamaran.scaffold.JavaApi;
import dev.catamaran.scaffold.NewKind;
import dev.catamaran.scaffold.NewProject;
import dev.catamaran.scaffold.WebhookApi;
import dev.catamaran.update.UpdateRequest.UpdatePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What people complain about in tools that update projects: copier, cruft, kubebuilder and
 * operator-sdk.
 */
class ProjectUpgradeTest {
  private static final String OLD = "0.1.0";
  private static final String NEW = "0.2.0";
  private static final String MANAGER = "config/manager/manager.yaml";

  @TempDir Path folder;
  private Path project;

  @BeforeEach
  void make() {
    project = folder.resolve("shop");
    made(project, OLD);
  }

  private static void made(Path folder, String version) {
    new NewProject(folder, "my.domain", "shop", version).changes().write(false);
    var kind = new NewKind("shop", "v1", "Backup");
    new JavaApi(folder, kind, "", version).changes().changes().write(false);
    new WebhookApi(folder, kind, true, false, "v1beta1").changes().write(false);
  }

  private UpdatePlan plan() {
    return new ProjectUpgrade(project, NEW).changes();
  }

  private String upgrade() {
    var plan = plan();
    plan.changes().write(false);
    return plan.report();
  }

  private String read(String path) throws IOException {
    return Files.readString(project.resolve(path));
  }

  private void edit(String path, String text, String by) throws IOException {
    assertTrue(read(path).contains(text), path);
    Files.writeString(project.resolve(path), read(path).replace(text, by));
  }

  /** Pretends that the old version wrote another text. */
  private void wrote(String path, UnaryOperator<String> text) throws IOException {
    var texts = new TreeMap<>(WrittenFiles.in(new Changes(project)).orElseThrow().texts());
    texts.merge(path, "", (before, none) -> text.apply(before));
    Files.writeString(project.resolve(WrittenFiles.PATH), new WrittenFiles(texts).text());
    Files.writeString(project.resolve(path), text.apply(read(path)));
  }

  private void wrote(String path, String text, String by) throws IOException {
    wrote(path, before -> before.replace(text, by));
  }

  private SortedMap<String, String> tree() throws IOException {
    return GoldenTree.files(project);
  }

  private static void assertContains(@Nullable String text, String... parts) {
    TestProject.assertContains(String.valueOf(text), parts);
  }

  /** The message of a plan that is refused and writes nothing. */
  private String refusal() throws IOException {
    var before = tree();
    var failure = assertThrows(ManagerException.class, () -> plan());
    assertEquals(before, tree());
    return String.valueOf(failure.getMessage());
  }

  /** A program that asks must not take a failure, or a typo, for a difference. */
  @Test
  void saysByTheExitCodeWhetherSomethingWouldChange() throws IOException {
    var made = new TestProject(folder.resolve("made"));
    made.succeed("init --domain my.domain");
    made.command("update project --check").isOf(0);
    made.replace("PROJECT", "cliVersion: ", "cliVersion: 0.0.9 # ");
    assertContains(made.command("update project --check").isOf(2).out(), "## Catamaran 0.0.9 → ");
    made.command("update project --check --chekc").isOf(1);
    made.succeed("update project");
    made.command("update project --check").isOf(0);
    made.delete("PROJECT").command("update project --check").isOf(1);
  }

  @Test
  void makesAnUneditedProjectTheSameAsANewOne() throws IOException {
    wrote("Makefile", "##@ Build\n", "##@ Old\n");
    wrote("config/webhook/service.yaml", "port: 443\n", "port: 8443\n");
    wrote("config/rbac/backup_admin_role.yaml", "  - deletecollection\n", "");
    upgrade();
    var other = folder.resolve("other");
    made(other, NEW);
    assertEquals(GoldenTree.files(other), tree());
    assertTrue(project.resolve("catamaranw").toFile().canExecute());

    assertEquals(List.of(), plan().changes().pending());
    assertContains(plan().report(), "- No file changes\n");
  }

  @Test
  void keepsEditsBesideChanges() throws IOException {
    wrote(MANAGER, "            cpu: 100m\n", "            cpu: 50m\n");
    edit(MANAGER, "  replicas: 1\n", "  replicas: 2\n");
    edit("config/default/kustomization.yaml", "# - ../prometheus\n", "- ../prometheus\n");
    var report = upgrade();
    assertContains(read(MANAGER), "  replicas: 2\n", "            cpu: 100m\n");
    assertContains(
        report,
        "## Catamaran 0.1.0 → 0.2.0\n",
        "- Changed, merged with your edits: `" + MANAGER + "`\n",
        "- Kept as they are here: `config/default/kustomization.yaml`\n");
  }

  /** copier made deleted files again at each update (its issue 1721). */
  @Test
  void makesNoFileAgainThatAPersonRemoved() throws IOException {
    var monitor = "config/prometheus/monitor.yaml";
    wrote(monitor, "port: metrics", "port: https");
    Files.delete(project.resolve(monitor));
    upgrade();
    assertFalse(Files.exists(project.resolve(monitor)));
    assertEquals(List.of(), plan().changes().pending());
  }

  /**
   * cruft dropped a part that did not apply, and noted the new version (its issues 44 and 47);
   * kubebuilder ran make on half merged files (its issue 4989).
   */
  @Test
  void namesEachFileInConflictOnce() throws IOException {
    wrote(MANAGER, "memory: 768Mi", "memory: 256Mi");
    wrote("Makefile", "##@ Build\n", "##@ Old\n");
    edit(
        MANAGER,
        "            memory: 256Mi\n            ephemeral",
        "            memory: 300Mi\n            ephemeral");
    edit(MANAGER, "limits:\n            memory: 256Mi", "limits:\n            memory: 1Gi");
    assertEquals(
        List.of(MANAGER + ": you and the new version changed the same lines"), plan().conflicts());
  }

  /** People want the markers of Git in the file, and no files beside it (copier 1350, cruft 49). */
  @Test
  void writesTheMarkersOfGit() throws IOException {
    wrote(MANAGER, "memory: 768Mi", "memory: 384Mi");
    edit(MANAGER, "memory: 384Mi", "memory: 1Gi");
    var before = tree();
    var plan = plan();
    plan.changes().write(false);
    assertEquals(
        List.of(MANAGER + ": you and the new version changed the same lines"), plan.conflicts());
    assertContains(
        read(MANAGER),
        """
        <<<<<<< yours
                    memory: 1Gi
        =======
                    memory: 768Mi
        >>>>>>> new version
        """);
    assertEquals(before.keySet(), tree().keySet());
  }

  /** copier replaced a file that a person had added, if the new version has one (1587). */
  @Test
  void takesAFileOfAPersonForNoOldOne() throws IOException {
    var texts = new TreeMap<>(WrittenFiles.in(new Changes(project)).orElseThrow().texts());
    texts.remove(".dockerignore");
    Files.writeString(project.resolve(WrittenFiles.PATH), new WrittenFiles(texts).text());
    edit(".dockerignore", "!target/libraries/\n", "!conf/\n");
    assertEquals(
        List.of(".dockerignore: you added it, and the new version adds another file of this name"),
        plan().conflicts());
    plan().changes().write(false);
    assertContains(
        read(".dockerignore"),
        "<<<<<<< yours\n!conf/\n=======\n!target/libraries/\n>>>>>>> new version\n");
  }

  /** Bots bump versions, and then each update conflicts (kubebuilder 6049). */
  @Test
  void renewsVersionsThatABotBumped() throws IOException {
    edit("pom.xml", "<catamaran.version>0.1.0<", "<catamaran.version>0.1.5<");
    edit("Makefile", "IMG ?= localhost/shop:0.1.0\n", "IMG ?= registry.example.com/shop:1\n");
    upgrade();
    assertContains(read("pom.xml"), "<catamaran.version>0.2.0<");
    assertContains(read("Makefile"), "IMG ?= registry.example.com/shop:1\nBASE_IMG ?= localhost/");
  }

  /** The line has no version, so the new one does not change it. */
  @Test
  void keepsAnImageOfAPerson() throws IOException {
    edit("Makefile", "BASE_IMG ?= localhost/catamaran:", "BASE_IMG ?= registry.example.com/base:");
    assertEquals(List.of(), plan().conflicts());
    upgrade();
    assertContains(read("Makefile"), "BASE_IMG ?= registry.example.com/base:");
  }

  @Test
  void takesLineEndsOfACheckoutForNoEdit() throws IOException {
    wrote("Makefile", "##@ Build\n", "##@ Old\n");
    Files.writeString(project.resolve("Makefile"), read("Makefile").replace("\n", "\r\n"));
    upgrade();
    assertContains(read("Makefile"), "\r\n##@ Build\r\n");
  }

  @Test
  void leavesAReadmeToItsAuthor() throws IOException {
    wrote("README.md", "# shop\n", "# Old shop\n");
    Files.writeString(project.resolve("README.md"), "# The operator of our shop\n");
    upgrade();
    assertEquals("# The operator of our shop\n", read("README.md"));
  }

  @Test
  void saysWhatToDoAfterAConflictOfBranches() throws IOException {
    edit(WrittenFiles.PATH, "pom.xml:", "<<<<<<< HEAD\npom.xml:");
    assertContains(refusal(), "after a conflict take either side");
  }

  @Test
  void keepsCommentsAndFieldsOfOthersInProject() throws IOException {
    edit("PROJECT", "cliVersion: 0.1.0\n", "");
    edit("PROJECT", "domain: my.domain\nlayout", "# Ours.\ndomain: my.domain\nrepo: x\nlayout");
    upgrade();
    assertContains(
        read("PROJECT"),
        """
        # Ours.
        cliVersion: 0.2.0
        domain: my.domain
        repo: x
        layout:
        """);
  }

  @Test
  void comparesTwoSidesWithoutTheWrittenFiles() throws IOException {
    edit("PROJECT", "cliVersion: 0.1.0\n", "");
    Files.delete(project.resolve(WrittenFiles.PATH));
    Files.delete(project.resolve("config/network-policy/policy.yaml"));
    edit(MANAGER, "replicas: 1\n", "replicas: 2\n");
    var plan = plan();
    assertContains(plan.conflicts().getFirst(), MANAGER + ": ");
    plan.changes().write(false);
    assertContains(read(MANAGER), "<<<<<<< yours\n  replicas: 2\n=======\n  replicas: 1\n");
    assertTrue(Files.exists(project.resolve("config/network-policy/policy.yaml")));
  }

  @Test
  void leavesABuildAloneThatAPersonMade() throws IOException {
    var other = folder.resolve("other");
    new NewProject(other, "my.domain", "shop", OLD).changes().write(false);
    Files.writeString(other.resolve("pom.xml"), "<project/>\n");
    new JavaApi(other, new NewKind("shop", "v1", "Backup"), "", OLD)
        .changes()
        .changes()
        .write(false);
    new ProjectUpgrade(other, NEW).changes().changes().write(false);
    assertEquals("<project/>\n", Files.readString(other.resolve("pom.xml")));
  }

  @Test
  void refusesProjectsThatItCannotUpgrade() throws IOException {
    assertRefused(
        "the project is of catamaran 0.2.1, and this is 0.2.0",
        "cliVersion: 0.1.0\n",
        "cliVersion: 0.2.1\n");
    assertRefused(
        "the layout is [go.kubebuilder.io/v4]; this command is for projects of `catamaran init`",
        "catamaran.dev/v1",
        "go.kubebuilder.io/v4");
  }

  private void assertRefused(String sentence, String text, String by) throws IOException {
    edit("PROJECT", text, by);
    assertContains(refusal(), sentence);
    edit("PROJECT", by, text);
  }
}
