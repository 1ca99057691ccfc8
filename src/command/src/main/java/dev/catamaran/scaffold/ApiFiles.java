package dev.catamaran.scaffold;

import dev.catamaran.manifests.TenantRoles;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.project.WatchEntry;
import dev.catamaran.project.WrittenFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The files that every new API of a project gets, whether it has a chart or Java classes: its entry
 * in watches.yaml, roles for people, and the entries in the kustomizations.
 *
 * @param project may have the API already
 * @param manifestValues values by which the chart takes whole manifests
 */
public record ApiFiles(
    ProjectFile project, ProjectApi api, Optional<String> account, List<String> manifestValues) {
  /**
   * What a command will write.
   *
   * @param api the new API
   */
  public record Plan(ProjectApi api, Changes changes, List<String> notes) {}

  private static final List<String> VIEW = List.of("get", "list", "watch");
  private static final List<String> EDIT =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");
  private static final List<String> ADMIN =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  private static final Map<String, List<String>> ROLES =
      Map.of("admin", ADMIN, "editor", EDIT, "viewer", VIEW);

  public void addTo(Changes changes) {
    if (!new WatchEntry(api).isIn(changes)) {
      changes.insert("watches.yaml", "#+kubebuilder:scaffold:watch", watch(), "");
    }
    addConfig(changes);
    WrittenFiles.addTo(changes, this::addConfig);
  }

  /** Adds the files that follow from the version of Catamaran to a plan: all but the entry. */
  public void addConfig(Changes changes) {
    if (account.isPresent() && changes.text(TenantRoles.LIST).isEmpty()) {
      changes.create(TenantRoles.LIST, Template.fill("api/tenant.yaml", Map.of()));
    }
    ROLES.keySet().stream().sorted().forEach(role -> addRole(changes, role));
    changes.list(
        "config/crd",
        "#+kubebuilder:scaffold:crdkustomizeresource",
        "bases/%s_%s.yaml".formatted(api.apiGroup(), api.plural()));
    changes.list(
        "config/samples", "#+kubebuilder:scaffold:manifestskustomizesamples", api.sampleFile());
  }

  private String watch() {
    return """
        - group: %s
          version: %s
          kind: %s
          %s
        """
            .formatted(
                api.apiGroup(),
                api.version(),
                api.kind(),
                api.chart().isEmpty() ? "reconciler: " + api.reconciler() : "chart: " + api.chart())
        + rights()
        + allowed();
  }

  private String rights() {
    if (api.chart().isEmpty()) {
      return "";
    }
    return account
        .map(
            name ->
                """
                  # This account makes the releases, with its permissions, in the namespace of the custom resource.
                  # `catamaran generate tenant NAMESPACE` makes it; config/tenant has the account for the samples.
                  serviceAccountName: %s
                """
                    .formatted(name))
        .orElse(
            """
              # Releases are made with the rights of the operator, so an author of a custom resource has what the chart
              # lets them make with them. In its place, serviceAccountName names an account.
              allowOwnRights: true
            """);
  }

  private String allowed() {
    return manifestValues.isEmpty()
        ? ""
        : """
            # The chart takes whole manifests by these values, so an author of a custom resource makes any object
            # of its namespace. Remove them if authors must not.
            manifestValues: [%s]
          """
            .formatted(String.join(", ", manifestValues));
  }

  private void addRole(Changes changes, String role) {
    var verbs =
        ROLES.getOrDefault(role, List.of()).stream()
            .map(verb -> "  - " + verb)
            .collect(Collectors.joining("\n"));
    var file = "%s_%s_role.yaml".formatted(project.distinctName(api, "_"), role);
    changes.create(
        "config/rbac/" + file,
        Template.fill(
            "api/role.yaml",
            Map.of(
                "name", project.projectName(),
                "kind", project.distinctName(api, "-"),
                "role", role,
                "apiGroup", api.apiGroup(),
                "plural", api.plural(),
                "verbs", verbs,
                "more", role.equals("admin") ? ofReleases() : "")));
    changes.list("config/rbac", "#+kubebuilder:scaffold:rbackustomizeresource", file);
  }

  private String ofReleases() {
    return api.chart().isEmpty()
        ? ""
        : """
          # For the annotations that keep a release as it is, such as catamaran.dev/pause (config/admission).
          - apiGroups:
            - %s
            resources:
            - %s/release
            verbs:
            - update
          """
            .formatted(api.apiGroup(), api.plural());
  }
}
