package dev.catamaran.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.recorder.Discovery.ApiResource;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.RoleManifest.AccountManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Reach;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The role of a project's operator.
 *
 * @param clusterScoped the kinds of the project with objects outside of namespaces
 */
public record ProjectRole(ProjectFile project, Set<GroupVersionKind> clusterScoped) {
  public static final String PATH = "config/rbac/role.yaml";

  /** The role in each namespace of an installation with rights in named namespaces. */
  public static final String NAMESPACED = "config/namespaced/base/role.yaml";

  /** Only a project with this file has such an installation. */
  static final String NAMESPACED_BASE = "config/namespaced/base/kustomization.yaml";

  private static final String BUILT = "config/default/kustomization.yaml";

  public static Optional<AccountManifest> account(Changes project) {
    return project.text(BUILT).map(ProjectRole::account);
  }

  private static AccountManifest account(String kustomization) {
    try {
      var built = new YAMLMapper().readTree(kustomization);
      return new AccountManifest(
          built.path("namespace").asText(),
          built.path("namePrefix").asText() + "controller-manager");
    } catch (JsonProcessingException e) {
      throw new ManagerException("%s is no YAML: %s".formatted(BUILT, e.getOriginalMessage()));
    }
  }

  /** Returns the role with these rules, and those that follow from the kinds of the project. */
  public String text(Collection<Rule> ofChartsAndClasses) {
    return RoleManifest.clusterRole("manager-role", labels(), rules(ofChartsAndClasses)).text();
  }

  String namespacedText(Collection<Rule> ofChartsAndClasses) {
    var name = project.projectName() + "-manager-role";
    return RoleManifest.of("Role", name, labels(), Reach.NAMESPACE, rules(ofChartsAndClasses))
        .text();
  }

  private Map<String, String> labels() {
    return Map.of("app.kubernetes.io/name", project.projectName());
  }

  /** Returns these rules, and those that follow from the kinds of the project. */
  List<Rule> rules(Collection<Rule> ofChartsAndClasses) {
    var rules = new ArrayList<>(OperatorRights.ofAll());
    project.resources().forEach(api -> rules.addAll(OperatorRights.ofPrimary(resource(api))));
    rules.addAll(ofChartsAndClasses);
    return rules;
  }

  private ApiResource resource(ProjectApi api) {
    boolean isNamespaced = !clusterScoped.contains(api.gvk());
    return new ApiResource(api.apiGroup(), api.version(), api.plural(), api.kind(), isNamespaced);
  }
}
