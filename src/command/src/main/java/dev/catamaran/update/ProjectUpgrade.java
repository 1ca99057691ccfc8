package dev.catamaran.update;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.manifests.TenantRoles;
import dev.catamaran.project.Changes;
import dev.catamaran.project.FileTransaction;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.WrittenFiles;
import dev.catamaran.scaffold.ApiFiles;
import dev.catamaran.scaffold.JavaApi;
import dev.catamaran.scaffold.NewProject;
import dev.catamaran.scaffold.WebhookConfig;
import dev.catamaran.update.UpdateRequest.UpdatePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The upgrade of a project to a version of Catamaran: what this version writes is merged with the
 * edits of people. Needs no chart, no engine and no network.
 */
public record ProjectUpgrade(Path folder, String version) {
  /** Maven cannot read PROJECT. */
  private static final Pattern VERSION = Pattern.compile("(<catamaran\\.version>)[^<]*");

  public UpdatePlan changes() {
    var project = ProjectFile.read(folder);
    check(project);
    var changes = new Changes(folder);
    var kept = WrittenFiles.in(changes);
    // Without it, each difference may be an edit.
    var old = contents(kept.map(WrittenFiles::texts).orElseGet(TreeMap::new));
    var written = next(project, changes, kept);
    changes.put(WrittenFiles.PATH, new WrittenFiles(written).text());
    changes
        .text(ProjectFile.NAME)
        .ifPresent(text -> changes.put(ProjectFile.NAME, ProjectFile.withVersion(text, version)));

    var next = contents(written);
    var mine = mine(old.keySet(), next.keySet());
    // What a person removed stays removed, and a README belongs to its author.
    old.keySet().removeIf(path -> !mine.containsKey(path) && next.remove(path) != null);
    Stream.of(old, mine, next).forEach(side -> side.remove("README.md"));
    renewVersion(changes, old, mine);
    var merge = MergedFiles.of(old, mine, next);
    merge.addTo(changes, "");
    var report = new UpdateReport();
    report.upgraded(project.cliVersion(), version, merge);
    return new UpdatePlan(changes, List.of(), report.text(), merge.conflicts());
  }

  private static SortedMap<String, byte[]> contents(Map<String, String> texts) {
    var contents = new TreeMap<String, byte[]>();
    texts.forEach((path, text) -> contents.put(path, text.getBytes(UTF_8)));
    return contents;
  }

  private void check(ProjectFile project) {
    if (!project.isOwn()) {
      throw new ManagerException(
          "%s: the layout is %s; this command is for projects of `catamaran init`"
              .formatted(folder.resolve(ProjectFile.NAME), project.layout()));
    }
    if (Chart.isOlder(version, project.cliVersion())) {
      throw new ManagerException(
          "the project is of catamaran %s, and this is %s; take the newer one, as ./catamaranw does"
              .formatted(project.cliVersion(), version));
    }
  }

  private SortedMap<String, String> next(
      ProjectFile project, Changes present, Optional<WrittenFiles> kept) {
    var next = Changes.inMemory(Map.of());
    new NewProject(folder, project.domain(), project.projectName(), version).addTo(next);
    // Somebody else's pom.xml is not ours to build with.
    boolean hasBuild = kept.isEmpty() || kept.get().texts().containsKey("pom.xml");
    if (hasBuild && project.classes().findAny().isPresent()) {
      JavaApi.addBuild(next, project, version);
    }
    // Its name is in watches.yaml alone.
    var account = text(TenantRoles.LIST, present, kept).map(list -> "");
    project
        .resources()
        .forEach(api -> new ApiFiles(project, api, account, List.of()).addConfig(next));
    WebhookConfig.of(project, path -> text(path, present, kept))
        .forEach(webhooks -> webhooks.addTo(next));
    return next.texts();
  }

  /** A file that was written once belongs to the project, also if a person has removed it. */
  private static Optional<String> text(String path, Changes present, Optional<WrittenFiles> kept) {
    return kept.map(written -> written.texts().get(path)).or(() -> present.text(path));
  }

  private SortedMap<String, byte[]> mine(Set<String> old, Set<String> next) {
    var mine = new TreeMap<String, byte[]>();
    Stream.of(old, next)
        .flatMap(Set::stream)
        .forEach(
            path ->
                FileTransaction.present(folder.resolve(path))
                    .ifPresent(content -> mine.put(path, content)));
    return mine;
  }

  /** A copy of the version is no edit, also if a bot or a person has changed it. */
  private void renewVersion(Changes changes, Map<String, byte[]> old, Map<String, byte[]> mine) {
    old.computeIfPresent("pom.xml", (path, text) -> renewed(text));
    mine.computeIfPresent("pom.xml", (path, text) -> renewed(text));
    Optional.ofNullable(mine.get("pom.xml")).ifPresent(text -> changes.put("pom.xml", text));
  }

  /** Each byte is one character, so that no other encoding is harmed. */
  private byte[] renewed(byte[] text) {
    return VERSION
        .matcher(new String(text, ISO_8859_1))
        .replaceFirst("$1" + Matcher.quoteReplacement(version))
        .getBytes(ISO_8859_1);
  }
}
