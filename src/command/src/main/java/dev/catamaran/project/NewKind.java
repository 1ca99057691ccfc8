package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.Pluralize;
import java.util.Locale;

/**
 * The names of a new kind.
 *
 * @param group API group without the project's domain; empty for the domain itself
 */
public record NewKind(String group, String version, String kind) {

  /**
   * Checks the names.
   *
   * @throws ManagerException if one is not valid
   */
  public NewKind {
    Names.checkGroup(group);
    Names.checkVersion(version);
    Names.checkKind(kind);
  }

  /**
   * Returns the API of this kind in a project.
   *
   * @throws ManagerException if the project has the kind in another version or from another source
   */
  ProjectApi resource(ProjectFile project, String chart, String reconciler) {
    var plural = Pluralize.toPlural(kind.toLowerCase(Locale.ROOT));
    var api = new ProjectApi(group, project.domain(), version, kind, plural, chart, reconciler);
    project.resources().stream()
        .filter(other -> other.apiGroup().equals(api.apiGroup()) && other.kind().equals(kind))
        .filter(other -> !other.equals(api))
        .findFirst()
        .ifPresent(
            other -> {
              throw new ManagerException(
                  "the project has the kind %s of %s already, in version %s, from %s"
                      .formatted(
                          kind,
                          api.apiGroup(),
                          other.version(),
                          other.chart().isEmpty() ? other.reconciler() : other.chart()));
            });
    return api;
  }
}
