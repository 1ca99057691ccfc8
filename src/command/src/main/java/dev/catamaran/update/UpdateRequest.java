package dev.catamaran.update;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectApi.ProjectChart;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a person asks of an update of charts.
 *
 * @param kind the kind, or kind and group with a dot between them; empty for all kinds whose chart
 *     was pulled
 * @param chart the new chart, as {@code create api} takes it; empty for the recorded one
 * @param repository of the new chart; empty for the recorded one, or for none
 * @param pristine the chart that was copied, if it cannot be pulled again
 */
public record UpdateRequest(
    String kind,
    String chart,
    String repository,
    String version,
    Optional<Path> pristine,
    boolean plainHttp) {

  public UpdateRequest {
    if (kind.isEmpty()
        && !(chart.isEmpty() && repository.isEmpty() && version.isEmpty() && pristine.isEmpty())) {
      throw new ManagerException(
          "--helm-chart, --helm-chart-repo, --helm-chart-version and --from are for one chart: name its kind");
    }
  }

  /** Whether a person chose the version, so that an older one is no accident. */
  boolean isChosen() {
    return !version.isEmpty() || !chart.isEmpty();
  }

  ChartOrigin next(ProjectApi api) {
    if (!chart.isEmpty()) {
      return new ChartOrigin(chart, repository, version, plainHttp);
    }
    var recorded =
        api.origin()
            .orElseThrow(
                () ->
                    new ManagerException(
                        "%s: PROJECT does not say from where the chart of %s was pulled; name the new version with --helm-chart"
                            .formatted(api.chart(), api.kind())));
    if (recorded.isPackage()) {
      throw new ManagerException(
          "%s: %s is the address of one version; name the new version with --helm-chart"
              .formatted(api.chart(), recorded.chart()));
    }
    return again(recorded, repository.isEmpty() ? recorded.repository() : repository, version);
  }

  /** Returns the origin of the version that was copied. The given address may have a password. */
  ChartOrigin copied(ProjectChart recorded) {
    boolean isSamePlace = ProjectChart.withoutCredentials(repository).equals(recorded.repository());
    return again(recorded, isSamePlace ? repository : recorded.repository(), recorded.version());
  }

  private ChartOrigin again(ProjectChart recorded, String place, String range) {
    return new ChartOrigin(recorded.chart(), place, recorded.isPackage() ? "" : range, plainHttp);
  }

  /**
   * What an update will write.
   *
   * @param conflicts of edits and changes at the same place: texts get both sides, with the markers
   *     of Git
   */
  public record UpdatePlan(
      Changes changes, List<String> notes, String report, List<String> conflicts) {}
}
