package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.definition.SampleResource;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifests.ApiCharts;
import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.project.ChartTree;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.WatchEntry;
import dev.catamaran.scaffold.ApiFiles.Plan;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A new kind with a chart.
 *
 * @param watches reads the watches.yaml of a project with kinds; a new one has no entry yet
 * @param origin of the chart; with an empty name, Helm's starter chart is created
 * @param group API group without the domain; absent for {@code charts}
 * @param kind absent for the chart's name in camel case
 * @param hasOwnRights whether the operator makes its releases with its own rights, so that an
 *     author of a primary has what the chart makes of them
 */
public record ChartApi(
    Path folder,
    Supplier<Watches> watches,
    ChartOrigin origin,
    Optional<String> group,
    Optional<String> version,
    Optional<String> kind,
    boolean hasOwnRights) {
  public static final String GROUP = "charts";

  public ChartApi of(ChartOrigin other, String name) {
    return new ChartApi(folder, watches, other, group, version, Optional.of(name), hasOwnRights);
  }

  /** Plans the files. */
  public Plan changes(Path workFolder) {
    try (var engine = ChartEngine.start()) {
      return changes(workFolder, engine);
    }
  }

  private Plan changes(Path workFolder, ChartEngine engine) {
    var project = ProjectFile.read(folder);
    var chart = origin.chart().isEmpty() ? starter(workFolder, engine) : origin.load(workFolder);
    var source = origin.folder().orElse(chart.path());
    // What the project will have: files that .helmignore excludes have no part in its permissions.
    var copied = ChartTree.copied(source, engine, workFolder);
    var names =
        new NewKind(
            group.orElse(GROUP),
            version.orElse("v1alpha1"),
            kind.orElseGet(() -> kindOf(chart.name())));
    var api =
        names
            .resource(project, folderOf(chart, copied, names, project), "")
            .from(origin.recorded(chart.version(), copied.digest()));
    var changes = new Changes(folder);
    copied.addTo(changes, api.chart() + "/");
    changes.create(
        "config/samples/" + api.sampleFile(),
        new SampleResource(api.gvk(), ChartInput.read(source).valuesText()).text());
    var manifests = new ManifestValues(engine, chart).find();
    var chosen = hasOwnRights ? Placement.DEFAULT : ApiCharts.ofAccounts(project);
    var placement =
        new WatchEntry(api).isIn(changes)
            ? ApiCharts.placement(api, watches.get()).orElse(chosen)
            : chosen;
    new ApiFiles(project, api, placement.serviceAccount(), manifests).addTo(changes);
    changes.put(ProjectFile.NAME, project.with(api).text());
    var added = ApiCharts.of(api, RecordedChart.of(copied.folder()), placement);
    var others = GeneratedManifests.of(project.with(api), folder, watches);
    // Notes on other charts are those of `catamaran manifests`.
    var notes =
        new ArrayList<>(
            new GeneratedManifests(
                    project.with(api),
                    one -> one.equals(api) ? added : others.charts().apply(one),
                    api::equals)
                .addTo(changes));
    if (!manifests.isEmpty()) {
      notes.add(
          "the chart takes whole manifests by %s; watches.yaml allows authors of custom resources to write them (manifestValues)"
              .formatted(String.join(", ", manifests)));
    }
    notes.add(
        "values decide with which permissions pods run: enforce a Pod Security Standard in the namespaces, or set them by overrideValues");
    return new Plan(api, changes, notes);
  }

  /** Another kind may have another chart with the same name. */
  private String folderOf(Chart chart, ChartTree copied, NewKind names, ProjectFile project) {
    var usual = "helm-charts/" + chart.name();
    var copy = new Changes(folder);
    copied.addTo(copy, usual + "/");
    boolean isOfOthers =
        project.charts().anyMatch(other -> other.chart().equals(usual) && !names.names(other));
    return isOfOthers && !copy.pending().isEmpty()
        ? names.distinctChart(project, chart.name())
        : usual;
  }

  /** Helm's own starter chart, as {@code helm create} makes it. */
  private Chart starter(Path workFolder, ChartEngine engine) {
    var name =
        kind.orElseThrow(
                () ->
                    new ManagerException(
                        "--kind is required without --helm-chart: the new chart gets its name"))
            .toLowerCase(Locale.ROOT);
    try {
      return new ChartLoader(workFolder.resolve("unpacked")).load(engine.create(name, workFolder));
    } catch (InvalidChartException e) {
      throw new IllegalStateException("Helm's own starter chart is not valid", e);
    }
  }

  public static String kindOf(String chart) {
    return Arrays.stream(chart.split("[-_.]+"))
        .filter(part -> !part.isEmpty())
        .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
        .collect(Collectors.joining());
  }
}
