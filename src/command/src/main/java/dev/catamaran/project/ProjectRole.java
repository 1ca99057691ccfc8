package dev.catamaran.project;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The role of a project's operator. */
record ProjectRole(ProjectFile project) {
  static final String PATH = "config/rbac/role.yaml";

  /** Returns the role with these rules, and those that follow from the kinds of the project. */
  String text(Collection<Rule> ofChartsAndClasses) {
    var labels = Map.of("app.kubernetes.io/name", project.projectName());
    return RoleManifest.clusterRole("manager-role", labels, rules(ofChartsAndClasses)).text();
  }

  /** Returns these rules, and those that follow from the kinds of the project. */
  List<Rule> rules(Collection<Rule> ofChartsAndClasses) {
    var rules = new ArrayList<>(OperatorRights.ofAll());
    if (project.charts().findAny().isPresent()) {
      rules.addAll(OperatorRights.ofReleases());
      rules.addAll(OperatorRights.ofReferencedValues());
    }
    project.resources().forEach(api -> rules.addAll(OperatorRights.ofPrimary(resource(api))));
    rules.addAll(ofChartsAndClasses);
    return rules;
  }

  private static ApiResource resource(ProjectApi api) {
    return new ApiResource(api.apiGroup(), api.version(), api.plural(), api.kind(), true);
  }
}
