package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectFile;
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
    if (!Files.exists(project.folder().resolve(ROLE))) {
      return List.of(Finding.of(CheckRule.RBAC_MISSING, ROLE, 0, "the file does not exist"));
    }
    var role = YamlFile.read(project.folder(), ROLE);
    if (!role.isReadable()) {
      return List.of();
    }
    int line = role.documents().isEmpty() ? 0 : role.documents().getFirst().line(List.of("rules"));
    return missing(project, new MissingRights(GrantedRights.in(role), ROLE, line)).toList();
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
