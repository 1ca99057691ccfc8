package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.VersionPlace;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The versions of Catamaran in the files of a project, compared with that of PROJECT. */
record VersionCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    return version(project).stream()
        .flatMap(
            version ->
                Stream.of(VersionPlace.values())
                    .flatMap(place -> finding(project, place, version).stream()))
        .toList();
  }

  /** A project without it is older; one that cannot be read is a finding of another check. */
  private static Optional<String> version(CheckedProject project) {
    try {
      return Optional.of(project.folder())
          .filter(ProjectFile::isIn)
          .map(folder -> ProjectFile.read(folder).cliVersion())
          .filter(version -> !version.isEmpty());
    } catch (ManagerException e) {
      return Optional.empty();
    }
  }

  private static Optional<Finding> finding(
      CheckedProject project, VersionPlace place, String version) {
    return new Changes(project.folder())
        .text(place.path())
        .flatMap(text -> place.otherThan(version, text))
        .map(
            found ->
                Finding.of(
                    CheckRule.VERSION_DIFFERS,
                    place.path(),
                    found.line(),
                    "%s is not of version %s, which PROJECT names"
                        .formatted(found.value(), version)));
  }
}
