package dev.catamaran.update;

import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.definition.SampleResource;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.update.ChartUpdate.Outcome;
import dev.catamaran.update.UpdateRequest.UpdatePlan;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The update of the charts of a project, with all that follows from them. */
public record ProjectUpdate(Path folder, Supplier<Watches> watches, UpdateRequest request) {

  /** Plans the files. */
  public UpdatePlan changes(Path workFolder) {
    var project = ProjectFile.read(folder);
    var updated = new ArrayList<Outcome.Updated>();
    var report = new UpdateReport();
    var chosen = chosen(project);
    try (var engine = ChartEngine.start()) {
      var update = new ChartUpdate(folder, request, workFolder, engine);
      for (var api : chosen) {
        switch (update.of(api)) {
          case Outcome.Stays(var reason) -> report.stays(api.chart(), reason);
          case Outcome.Updated chart -> updated.add(chart);
        }
      }
    }
    if (request.kind().isEmpty()) {
      leftOut(project).forEach(report::leftOut);
    }
    if (chosen.isEmpty()) {
      throw new ManagerException("nothing to look for. " + report.text().strip());
    }
    var conflicts = conflicts(updated);
    var changes = new Changes(folder);
    updated.forEach(chart -> chart.merge().addTo(changes, chart.api().chart() + "/"));
    var after = withOrigins(project, updated);
    if (!after.equals(project)) {
      changes.put(ProjectFile.NAME, after.text());
    }
    boolean isKnown = !updated.isEmpty() && conflicts.isEmpty();
    var notes = isKnown ? addGenerated(changes, after, updated, report) : List.<String>of();
    updated.forEach(report::updated);
    if (isKnown) {
      report.follows(
          changes.pending().stream()
              .map(Path::toString)
              .filter(path -> path.startsWith("config/"))
              .toList());
    }
    return new UpdatePlan(changes, notes, report.text(), conflicts);
  }

  /** Returns one API for each chart: several kinds may have the same one. */
  private List<ProjectApi> chosen(ProjectFile project) {
    SequencedMap<String, ProjectApi> chosen = new LinkedHashMap<>();
    var wanted =
        request.kind().isEmpty()
            ? project.charts().filter(ProjectUpdate::isPulled)
            : Stream.of(named(project));
    wanted.forEach(api -> chosen.putIfAbsent(api.chart(), api));
    return List.copyOf(chosen.values());
  }

  private static boolean isPulled(ProjectApi api) {
    return api.origin().filter(origin -> !origin.isPackage()).isPresent();
  }

  private static Stream<ProjectApi> leftOut(ProjectFile project) {
    return project.charts().filter(api -> !isPulled(api));
  }

  private ProjectApi named(ProjectFile project) {
    var found = project.charts().filter(api -> names(api, request.kind())).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    var names =
        (found.isEmpty() ? project.charts() : found.stream())
            .map(api -> api.kind() + "." + api.apiGroup())
            .toList();
    throw new ManagerException(
        found.isEmpty()
            ? "the project has no kind %s with a chart; it has %s"
                .formatted(request.kind(), names.isEmpty() ? "none" : String.join(", ", names))
            : "several groups have the kind %s: name one of %s"
                .formatted(request.kind(), String.join(", ", names)));
  }

  private static boolean names(ProjectApi api, String kind) {
    return kind.equalsIgnoreCase(api.kind())
        || kind.equalsIgnoreCase(api.kind() + "." + api.apiGroup());
  }

  private static List<String> conflicts(List<Outcome.Updated> updated) {
    return updated.stream()
        .flatMap(
            chart ->
                chart.merge().conflicts().stream()
                    .map(conflict -> chart.api().chart() + "/" + conflict))
        .toList();
  }

  private static ProjectFile withOrigins(ProjectFile project, List<Outcome.Updated> updated) {
    var after = project;
    for (var chart : updated) {
      for (var api : apis(project, List.of(chart)).toList()) {
        after = after.with(api.from(chart.origin()));
      }
    }
    return after;
  }

  private static Stream<ProjectApi> apis(ProjectFile project, List<Outcome.Updated> updated) {
    var folders = updated.stream().map(chart -> chart.api().chart()).toList();
    return project.charts().filter(api -> folders.contains(api.chart()));
  }

  private List<String> addGenerated(
      Changes changes, ProjectFile project, List<Outcome.Updated> updated, UpdateReport report) {
    var merged = new HashMap<Path, Path>();
    updated.forEach(chart -> merged.put(absolute(chart.api().chart()), chart.merged().folder()));
    updated.forEach(
        chart ->
            apis(project, List.of(chart)).forEach(api -> addSample(changes, api, chart, report)));
    var read = watches.get();
    var present = GeneratedManifests.of(project, folder, () -> read);
    return new GeneratedManifests(
            project,
            api ->
                present
                    .charts()
                    .apply(api)
                    .at(path -> merged.getOrDefault(path.toAbsolutePath().normalize(), path)),
            api -> true)
        .addTo(changes);
  }

  private Path absolute(String chart) {
    return folder.resolve(chart).toAbsolutePath().normalize();
  }

  private void addSample(
      Changes changes, ProjectApi api, Outcome.Updated chart, UpdateReport report) {
    var path = "config/samples/" + api.sampleFile();
    var present = changes.text(path);
    if (present.isEmpty()) {
      return;
    }
    boolean isUntouched =
        Stream.of(chart.old().folder(), folder.resolve(api.chart()))
            .map(source -> sample(api, source))
            .anyMatch(present.get()::equals);
    if (isUntouched) {
      changes.put(path, sample(api, chart.merged().folder()));
    } else {
      report.sampleStays(api, path);
    }
  }

  private static String sample(ProjectApi api, Path chart) {
    return new SampleResource(api.gvk(), ChartInput.read(chart).valuesText()).text();
  }
}
