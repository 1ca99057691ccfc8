package dev.catamaran.importing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifests.ApiCharts;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.WatchEntry;
import dev.catamaran.scaffold.ApiFiles.Plan;
import dev.catamaran.scaffold.ChartApi;
import dev.catamaran.watch.Watch.Placement;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes charts, kinds and primaries of releases into a project. A release keeps its name and its
 * namespace, and its chart is that of its revision: so an operator takes it over without a new one.
 *
 * @param given folder, names and rights of new kinds; with an origin without a name, each
 *     revision's own chart is taken
 */
public record ReleaseImport(ChartApi given, Path workFolder) {
  ChartOrigin origin() {
    return given.origin();
  }

  private Path folder() {
    return given.folder();
  }

  /** Writes the files. A kind is written as a whole or not at all. */
  void write(List<Wanted> wanted, ImportReport report) {
    if (wanted.isEmpty()) {
      return;
    }
    var charts =
        wanted.stream()
            .collect(groupingBy(each -> each.release().chartName(), TreeMap::new, toList()));
    if (charts.size() > 1 && (given.kind().isPresent() || !origin().chart().isEmpty())) {
      throw new ManagerException(
          "--kind and --helm-chart are for releases of one chart, and these are of %s: name the releases"
              .formatted(String.join(", ", charts.keySet())));
    }
    try (var engine = ChartEngine.start()) {
      charts.forEach((name, releases) -> new OfChart(name, engine, report).write(releases));
    }
  }

  /** The releases of one chart. */
  private final class OfChart {
    private final ChartEngine engine;
    private final ImportReport report;
    private final String kindName;
    private final Optional<ProjectApi> present;

    OfChart(String chart, ChartEngine engine, ImportReport report) {
      this.engine = engine;
      this.report = report;
      this.kindName = given.kind().orElseGet(() -> ChartApi.kindOf(chart));
      this.present =
          ProjectFile.read(folder())
              .charts()
              .filter(api -> api.kind().equals(kindName))
              .filter(api -> api.group().equals(given.group().orElse(ChartApi.GROUP)))
              .findFirst();
      present.ifPresent(this::requireUsualPlace);
    }

    private void requireUsualPlace(ProjectApi api) {
      var usual = Placement.DEFAULT;
      var placement = ApiCharts.placement(api, given.watches().get()).orElse(usual);
      if (!placement.releaseName().equals(usual.releaseName())
          || !placement.targetNamespace().equals(usual.targetNamespace())) {
        throw new ManagerException(
            "watches.yaml has releaseName or targetNamespace for %s, and an imported release keeps its name: import it under another kind with --kind"
                .formatted(kindName));
      }
    }

    void write(List<Wanted> releases) {
      var available = releases.stream().filter(this::isAvailable).toList();
      if (available.isEmpty()) {
        return;
      }
      var source = ofVersion(source(available.getFirst()), available.getFirst());
      var chart = loaded(source);
      var accepted = available.stream().filter(each -> isOf(chart, each)).toList();
      if (accepted.isEmpty()) {
        return;
      }
      var plan =
          present
              .map(api -> new Plan(api, new Changes(folder()), List.of()))
              .orElseGet(() -> given.of(source, kindName).changes(workFolder));
      var api = plan.api();
      var changes = plan.changes();
      var primaries = accepted.stream().map(each -> new ImportedPrimary(api, each)).toList();
      new WatchEntry(api)
          .allowTakeOver(changes, primaries.stream().anyMatch(ImportedPrimary::readsSecrets));
      primaries.forEach(primary -> primary.addTo(changes));
      report.written(changes.write(false), plan.notes());
      for (var primary : primaries) {
        var wanted = primary.wanted();
        var differences = new ArrayList<>(wanted.notes());
        if (!isSame("values", wanted, chart, wanted.given().all())) {
          differences.add(
              "its values differ from those that the revision has, so the operator makes a new"
                  + " revision; `catamaran plan` shows what that changes");
        }
        report.imported(primary, differences);
      }
    }

    /** A revision has no subcharts, so their chart must come from somewhere else. */
    private boolean isAvailable(Wanted wanted) {
      var subcharts = wanted.release().chart().subcharts();
      boolean isAvailable =
          subcharts.isEmpty() || present.isPresent() || !origin().chart().isEmpty();
      if (!isAvailable) {
        report.refused(
            wanted.release().title(),
            "its chart has the subcharts %s, and no revision has their files; name the chart with --helm-chart, and its version %s"
                .formatted(String.join(", ", subcharts), wanted.release().chartVersion()));
      }
      return isAvailable;
    }

    private ChartOrigin source(Wanted first) {
      if (present.isPresent()) {
        return onDisk(folder().resolve(present.get().chart()));
      }
      return origin().chart().isEmpty()
          ? onDisk(first.release().chart().writeBelow(workFolder))
          : origin();
    }

    /**
     * Flux writes the digest of a source into the version of the chart, behind a plus. A chart with
     * another version would be an upgrade.
     */
    private ChartOrigin ofVersion(ChartOrigin source, Wanted first) {
      var version = first.release().chartVersion();
      if (present.isPresent() || !version.contains("+")) {
        return source;
      }
      var chart = loaded(source);
      return version.startsWith(chart.version() + "+")
          ? onDisk(first.release().chart().copyOf(chart.path(), workFolder))
          : source;
    }

    private static ChartOrigin onDisk(Path chart) {
      return new ChartOrigin(chart.toString(), "", "", false);
    }

    private Chart loaded(ChartOrigin source) {
      return source.load(workFolder, "the chart of " + kindName);
    }

    private boolean isOf(Chart chart, Wanted wanted) {
      boolean isSame = isSame("chart", wanted, chart, Values.empty());
      if (!isSame) {
        report.refused(
            wanted.release().title(),
            "its chart %s %s differs from the one of the kind %s, so it would get a new revision; import it under another kind with --kind, or name its chart with --helm-chart"
                .formatted(chart.name(), wanted.release().chartVersion(), kindName));
      }
      return isSame;
    }

    private boolean isSame(String part, Wanted wanted, Chart chart, Values values) {
      return wanted.release().chart().compared(chart, values, engine).path(part).asBoolean();
    }
  }

  /**
   * What an import did, for people. It has no value of a release.
   *
   * @param lines one for each release, and more for what is different for it
   */
  public record ImportReport(
      SequencedSet<Path> files, List<String> lines, List<String> refusals, List<String> notes) {
    ImportReport() {
      this(new TreeSet<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void written(List<Path> paths, List<String> about) {
      files.addAll(paths);
      notes.addAll(about);
    }

    void imported(ImportedPrimary primary, List<String> differences) {
      var release = primary.wanted().release();
      lines.add(
          "release %s (chart %s %s) -> %s, %s"
              .formatted(
                  release.title(),
                  release.chartName(),
                  release.chartVersion(),
                  primary.title(),
                  primary.path()));
      primary
          .secretPath()
          .ifPresent(
              file ->
                  lines.add(
                      "  %s has values that are not in the spec, because they may be secret: %s"
                          .formatted(file, primary.secretPlaces())));
      differences.forEach(difference -> lines.add("  " + difference));
    }

    /** Reads a release; that it cannot be read is a refusal. */
    void reading(String release, Runnable read) {
      try {
        read.run();
      } catch (ManagerException e) {
        refused(release, String.valueOf(e.getMessage()));
      } catch (KubernetesClientException e) {
        if (e.getCode() < HttpURLConnection.HTTP_BAD_REQUEST
            || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
          throw e;
        }
        refused(
            release, "the API server answers with %d: %s".formatted(e.getCode(), e.getMessage()));
      }
    }

    void refused(String release, String why) {
      refusals.add("not imported: release %s: %s".formatted(release, why));
    }
  }
}
