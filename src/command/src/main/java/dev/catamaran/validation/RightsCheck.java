package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The operator's role. */
record RightsCheck(Recordings recordings) implements Check {
  static final String ROLE = "config/rbac/role.yaml";
  private static final List<String> LISTS = List.of("apiGroups", "resources", "verbs");

  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig()) {
      return List.of();
    }
    var findings = new ArrayList<Finding>();
    var role = project.rights().files().stream().filter(file -> file.path().equals(ROLE)).findAny();
    if (role.isEmpty()) {
      findings.add(Finding.of(CheckRule.RBAC_MISSING, ROLE, 0, "the file does not exist"));
    }
    role.filter(file -> file.problem().isEmpty())
        .ifPresent(file -> ofRole(project, file).forEach(findings::add));
    project
        .rights()
        .unlisted()
        .map(
            file ->
                Finding.of(
                    CheckRule.RBAC_UNLISTED,
                    file.path(),
                    0,
                    "config/rbac/kustomization.yaml does not list it"))
        .forEach(findings::add);
    return findings;
  }

  private Stream<Finding> ofRole(CheckedProject project, YamlFile file) {
    var granted = GrantedRights.in(file);
    int line = file.documents().isEmpty() ? 0 : file.documents().getFirst().line(List.of("rules"));
    var missing = new MissingRights(granted, file.path(), line);
    return Stream.concat(
        missing(project, missing), granted.rules().stream().flatMap(rule -> wildcards(file, rule)));
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

  private static Stream<Finding> wildcards(YamlFile file, GrantedRights.Rule rule) {
    return LISTS.stream()
        .filter(list -> rule.has(list, "*"))
        .map(
            list ->
                Finding.of(
                    CheckRule.RBAC_WILDCARD,
                    file.path(),
                    rule.line(),
                    "* in %s grants more than a chart or class needs".formatted(list)));
  }
}
