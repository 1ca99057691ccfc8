package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.project.FileUpdate.Effect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The upgrade of a project to a version of Catamaran: what this version writes is merged with the
 * edits of people. Needs no chart, no engine and no network.
 *
 * @param folder of the project
 * @param version of Catamaran
 */
public record ProjectUpgrade(Path folder, String version) {

  /**
   * Plans the files.
   *
   * @throws ManagerException if the project is of a newer version or of another tool
   */
  public UpdatePlan changes() {
    var project = ProjectFile.read(folder);
    check(project);
    var changes = new Changes(folder);
    var kept = WrittenFiles.in(changes);
    // Without it, each difference may be an edit.
    var old = new TreeMap<>(kept.map(WrittenFiles::texts).orElseGet(TreeMap::new));
    var next = next(project, changes, kept);
    changes.put(WrittenFiles.PATH, new WrittenFiles(next).text());
    changes
        .text(ProjectFile.NAME)
        .ifPresent(text -> changes.put(ProjectFile.NAME, ProjectFile.withVersion(text, version)));

    var mine = mine(old, next);
    var notes = renewPlaces(changes, old, mine, next);
    var all = MergedFiles.of(contents(old), mine, contents(next));
    var staying = all.with(Effect.CONFLICT).stream().filter(path -> stays(path, mine)).toList();
    var merge = all.keeping(staying, mine);
    staying.forEach(
        path -> notes.add("`%s` is changed in the new version; yours stays".formatted(path)));
    var conflicts = kept.map(written -> conflicts(merge, written)).orElseGet(merge::conflicts);
    merge.addTo(changes, "");

    var report = new UpdateReport();
    report.upgraded(project.cliVersion(), version, merge, notes);
    return new UpdatePlan(changes, Notes.NONE, report.text(), conflicts);
  }

  private static List<String> conflicts(MergedFiles merge, WrittenFiles kept) {
    return merge.conflicts().stream()
        .map(
            conflict ->
                kept.changed().stream()
                    .filter(path -> conflict.startsWith(path + ": "))
                    .findFirst()
                    .map(
                        path ->
                            "%s: it differs from the new version, and %s does not have its text as that was written"
                                .formatted(path, WrittenFiles.PATH))
                    .orElse(conflict))
        .toList();
  }

  /** What a person removed stays removed, and a README with edits stays as it is. */
  private static boolean stays(String path, Map<String, byte[]> mine) {
    return path.equals("README.md") || !mine.containsKey(path);
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

  /** Returns what this version writes for the kinds of the project. */
  private SortedMap<String, String> next(
      ProjectFile project, Changes present, Optional<WrittenFiles> kept) {
    var next = Changes.inMemory(Map.of());
    new NewProject(
            folder, project.domain(), project.projectName(), version, NewProject.baseImage(version))
        .addTo(next);
    // Somebody else's pom.xml is not ours to build with.
    boolean hasBuild = kept.isEmpty() || kept.get().names("pom.xml");
    if (hasBuild && project.classes().findAny().isPresent()) {
      JavaApi.addBuild(next, project, version);
    }
    // Its name is in watches.yaml alone.
    var account = text(SampleTenant.LIST, present, kept).map(list -> "");
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

  private SortedMap<String, byte[]> mine(Map<String, String> old, Map<String, String> next) {
    var paths = new TreeSet<>(old.keySet());
    paths.addAll(next.keySet());
    var mine = new TreeMap<String, byte[]>();
    paths.forEach(
        path ->
            FileTransaction.present(folder.resolve(path))
                .ifPresent(content -> mine.put(path, content)));
    return mine;
  }

  /**
   * Puts versions and images of Catamaran into all sides, as they are after the upgrade: they are
   * no edits, also if a bot or a person changed them.
   *
   * @return sentences for people
   */
  private List<String> renewPlaces(
      Changes changes,
      Map<String, String> old,
      Map<String, byte[]> mine,
      Map<String, String> next) {
    var notes = new ArrayList<String>();
    for (var place : VersionPlace.values()) {
      var path = place.path();
      // Each byte is one character, so that no other encoding is harmed.
      var text = new String(mine.getOrDefault(path, new byte[0]), ISO_8859_1);
      var wanted = place.in(next.getOrDefault(path, ""));
      place
          .in(text)
          .ifPresent(
              present -> {
                var after =
                    wanted.map(value -> place.renewed(value, present, version)).orElse(present);
                var renewed = place.with(after, text).getBytes(ISO_8859_1);
                mine.put(path, renewed);
                old.computeIfPresent(path, (key, before) -> place.with(after, before));
                next.computeIfPresent(path, (key, before) -> place.with(after, before));
                if (!after.equals(present)) {
                  changes.put(path, renewed);
                  notes.add("`%s`: `%s` → `%s`".formatted(path, present, after));
                } else if (place.isUnknown(after)) {
                  notes.add(
                      "`%s` has the image `%s`: is it for %s?".formatted(path, after, version));
                }
              });
    }
    return notes;
  }
}
