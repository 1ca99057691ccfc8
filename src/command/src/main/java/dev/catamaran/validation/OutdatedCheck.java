package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.generate.GeneratedFiles;
import dev.catamaran.project.Changes;
import dev.catamaran.project.GeneratedManifests;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** Generated files, compared as {@code catamaran manifests --check} does. */
record OutdatedCheck(Recordings recordings) implements Check {
  private static final Path DEFINITIONS = Path.of("config/crd/bases");
  private static final Path ROLE = Path.of(RightsCheck.ROLE);
  private static final Path TENANT = Path.of("config/tenant/account.yaml");
  private static final Path WEBHOOKS = Path.of("config/webhook/manifests.yaml");

  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig() || !project.charts().areValid()) {
      return List.of();
    }
    try {
      return pending(project)
          .map(
              file ->
                  Finding.of(
                      CheckRule.GENERATED_OUTDATED,
                      file.toString(),
                      0,
                      Files.exists(project.folder().resolve(file))
                          ? "the file is out of date"
                          : "the file is missing"))
          .toList();
    } catch (ManagerException e) {
      var problem = String.valueOf(e.getMessage()).replace(project.folder() + "/", "");
      return List.of(new Finding(CheckRule.PROJECT_INVALID, ProjectFile.NAME, 0, problem, ""));
    }
  }

  private Stream<Path> pending(CheckedProject project) {
    var watches = project.reading().watches();
    var changes = new Changes(project.folder());
    GeneratedFiles.of(
            NeededRights.usable(watches),
            gvk -> ProjectFile.plural(project.folder(), gvk),
            DEFINITIONS,
            WEBHOOKS)
        .forEach(file -> changes.put(file.path().toString(), file.text()));
    var unknown = new HashSet<Path>();
    if (!watches.watches().stream().allMatch(ClassesOfWatch::areUsable)) {
      unknown.add(ROLE);
    }
    if (ProjectFile.isIn(project.folder())) {
      var manifests = GeneratedManifests.of(project.folder(), watches);
      var unused = manifests.addTo(changes, NeededRights.ofClasses(project), recordings::rights);
      if (!isRecorded(manifests)) {
        unknown.addAll(List.of(ROLE, TENANT));
      }
    }
    return changes.pending().stream()
        .filter(GeneratedManifests::isForPeople)
        .filter(file -> !unknown.contains(file))
        .filter(file -> !isReported(project, file));
  }

  /** A chart that cannot be rendered needs rights that nobody knows. */
  private boolean isRecorded(GeneratedManifests manifests) {
    return manifests.recorded().map(recordings::rights).allMatch(rights -> rights.isRecorded());
  }

  /** A missing CRD or role is an error of another check. */
  private static boolean isReported(CheckedProject project, Path file) {
    return !Files.exists(project.folder().resolve(file))
        && (file.startsWith(DEFINITIONS) || file.equals(ROLE));
  }
}
