package dev.catamaran.validation;

import java.util.List;
import java.util.stream.Stream;

/** The files in config themselves, and the files that kustomizations name. */
record ConfigCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    return Stream.of(project.definitions(), project.samples(), project.rights())
        .flatMap(folder -> findings(project, folder))
        .toList();
  }

  private static Stream<Finding> findings(CheckedProject project, ConfigFolder folder) {
    return Stream.concat(
        folder.unreadable(),
        folder.kustomization().stream()
            .flatMap(kustomization -> kustomization.missing(project.folder()).stream()));
  }
}
