package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.project.WrittenFiles;
import dev.catamaran.scaffold.NewKind.Names;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files of {@code catamaran init}, in kubebuilder's layout.
 *
 * @param folder of the project; may be missing
 * @param name of the operator
 */
public record NewProject(Path folder, String domain, String name, String version) {
  /** A name in a jar cannot begin with a dot: build tools drop such files. */
  private static final Map<String, String> HIDDEN =
      Map.of("gitignore", ".gitignore", "dockerignore", ".dockerignore");

  private static final List<String> FILES =
      List.of(
          "Dockerfile",
          "Makefile",
          "README.md",
          "catamaranw",
          "config/admission/kustomization.yaml",
          "config/admission/kustomizeconfig.yaml",
          "config/chart/Chart.yaml",
          "config/chart/kustomization.yaml",
          "config/chart/values.yaml",
          "config/default/kustomization.yaml",
          "config/default/metrics_service.yaml",
          "config/manager/kustomization.yaml",
          "config/manager/manager.yaml",
          "config/manifests/clusterserviceversion.yaml",
          "config/manifests/kustomization.yaml",
          "config/metrics-certs/certificate.yaml",
          "config/metrics-certs/kustomization.yaml",
          "config/metrics-certs/kustomizeconfig.yaml",
          "config/metrics-certs/manager_patch.yaml",
          "config/metrics-certs/monitor_patch.yaml",
          "config/network-policy/egress.yaml",
          "config/network-policy/kustomization.yaml",
          "config/network-policy/policy.yaml",
          "config/prometheus/kustomization.yaml",
          "config/prometheus/monitor.yaml",
          "config/rbac/kustomization.yaml",
          "config/rbac/leader_election_role.yaml",
          "config/rbac/leader_election_role_binding.yaml",
          "config/rbac/metrics_auth_role.yaml",
          "config/rbac/metrics_auth_role_binding.yaml",
          "config/rbac/metrics_reader_role.yaml",
          "config/rbac/role_binding.yaml",
          "config/rbac/service_account.yaml",
          "dockerignore",
          "gitignore");

  public static NewProject inFolder(Path folder, String domain, String version) {
    var name =
        String.valueOf(folder.toAbsolutePath().normalize().getFileName()).toLowerCase(Locale.ROOT);
    Names.PROJECT.check("--name is needed for this directory", name);
    return new NewProject(folder, domain, name, version);
  }

  public NewProject {
    Names.DOMAIN.check("--domain", domain);
    Names.PROJECT.check("--name", name);
  }

  public Changes changes() {
    if (ProjectFile.isIn(folder)) {
      throw new ManagerException(
          "%s exists: this directory has a project. Use `catamaran create api` to add a kind"
              .formatted(folder.resolve(ProjectFile.NAME)));
    }
    var changes = new Changes(folder);
    changes.create(ProjectFile.NAME, ProjectFile.of(version, domain, name).text());
    changes.create("watches.yaml", Template.fill("init/watches.yaml", Map.of()));
    changes.create("helm-charts/.gitkeep", "");
    addTo(changes);
    var written = Changes.inMemory(Map.of());
    addTo(written);
    changes.create(WrittenFiles.PATH, new WrittenFiles(written.texts()).text());
    return changes;
  }

  public void addTo(Changes changes) {
    var values = Map.of("name", name, "domain", domain);
    FILES.forEach(
        file ->
            changes.create(HIDDEN.getOrDefault(file, file), Template.fill("init/" + file, values)));
  }

  public static String baseImage(String version) {
    return "localhost/catamaran:" + version.replace("-SNAPSHOT", "");
  }
}
