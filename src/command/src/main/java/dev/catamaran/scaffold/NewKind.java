package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.recorder.Plurals;
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
    Names.GROUP.check("--group", group);
    Names.VERSION.check("--version", version);
    Names.KIND.check("--kind", kind);
  }

  boolean names(ProjectApi api) {
    return api.group().equals(group) && api.kind().equals(kind);
  }

  /** Returns a folder for a chart whose usual folder has another chart. */
  String distinctChart(ProjectFile project, String chart) {
    var prefix = group.isEmpty() ? project.domain() : group;
    return "helm-charts/%s-%s-%s".formatted(prefix, kind.toLowerCase(Locale.ROOT), chart);
  }

  /**
   * Returns the API of this kind in a project.
   *
   * @throws ManagerException if the project has the kind in another version or from another source,
   *     or one whose name differs only in capitals
   */
  ProjectApi resource(ProjectFile project, String chart, String reconciler) {
    var ofGroup =
        project.resources().stream()
            .filter(other -> other.group().equals(group) && other.domain().equals(project.domain()))
            .filter(other -> other.kind().equalsIgnoreCase(kind))
            .findFirst();
    // Earlier versions of the command had other rules for plurals.
    var plural = ofGroup.map(ProjectApi::plural).orElseGet(() -> Plurals.of(kind));
    var api = new ProjectApi(group, project.domain(), version, kind, plural, chart, reconciler);
    ofGroup
        .filter(other -> !other.isSameAs(api))
        .ifPresent(
            other -> {
              throw new ManagerException(
                  "the project has the kind %s of %s already, in version %s, from %s"
                      .formatted(
                          other.kind(),
                          api.apiGroup(),
                          other.version(),
                          other.chart().isEmpty() ? other.reconciler() : other.chart()));
            });
    return ofGroup.orElse(api);
  }
}
