package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/** The operator's role. */
record RightsCheck(Recordings recordings) implements Check {
  static final String ROLE = "config/rbac/role.yaml";

  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig()) {
      return List.of();
    }
    var role = project.folder().resolve(ROLE);
    if (!Files.exists(role)) {
      return List.of(Finding.of(CheckRule.RBAC_MISSING, ROLE, 0, "the file does not exist"));
    }
    try {
      var granted = GrantedRights.in(Files.readString(role));
      return missing(project, new MissingRights(granted, ROLE)).toList();
    } catch (IOException e) {
      return List.of(); // Another check says so.
    }
  }

  /** A class that does not declare its primaries must not hide the other findings. */
  private Stream<Finding> missing(CheckedProject project, MissingRights missing) {
    try {
      return new NeededRights(recordings).of(project).stream().flatMap(missing::of);
    } catch (ManagerException e) {
      var problem = String.valueOf(e.getMessage()).replace(project.folder() + "/", "");
      return Stream.of(new Finding(CheckRule.PROJECT_INVALID, ProjectFile.NAME, 0, problem, ""));
    }
  }
}
