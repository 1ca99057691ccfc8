package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.importing.Wanted.Steps;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.project.ChartOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Applications of Argo CD whose source is a chart. The import reads them and changes none.
 *
 * @param namespace of the Applications; empty for all namespaces
 * @param names empty for all
 * @param valueFiles files in place of those that only Argo CD can read
 */
public record ArgoImport(
    Cluster cluster, String namespace, Set<String> names, List<Path> valueFiles) {
  private static final String MARK = "argocd.argoproj.io/";

  /**
   * Writes what they made into a project.
   *
   * @param workFolder for charts
   * @throws ManagerException if there is no such Application, or the project cannot be written
   */
  public ImportReport into(ReleaseImport project, Path workFolder) {
    var objects = new ArgoObjects(cluster.client());
    var found =
        objects.applications(namespace).stream()
            .filter(each -> names.isEmpty() || names.contains(each.name()))
            .toList();
    requireAll(found);
    var report = new ImportReport();
    var wanted = new ArrayList<Wanted>();
    try (var engine = ChartEngine.start()) {
      var reading = new Reading(project, workFolder, objects, engine, new HashMap<>());
      for (var application : found) {
        report.reading(
            "of Application " + application.title(), () -> wanted.add(reading.wanted(application)));
      }
    }
    project.write(wanted, report, workFolder);
    return report;
  }

  private void requireAll(List<ApplicationSpec> found) {
    var where = namespace.isEmpty() ? "in any namespace" : "in namespace " + namespace;
    if (found.isEmpty() && names.isEmpty()) {
      throw new ManagerException(
          "there is no Application %s; write another --namespace, such as argocd, or --all-namespaces"
              .formatted(where));
    }
    for (var name : names) {
      if (found.stream().noneMatch(application -> application.name().equals(name))) {
        throw new ManagerException("there is no Application %s %s".formatted(name, where));
      }
    }
  }

  /** Reads Applications with their charts. */
  private final class Reading {
    private final ReleaseImport project;
    private final Path workFolder;
    private final ArgoObjects objects;
    private final ChartEngine engine;
    private final Map<ChartOrigin, Chart> charts;

    Reading(
        ReleaseImport project,
        Path workFolder,
        ArgoObjects objects,
        ChartEngine engine,
        Map<ChartOrigin, Chart> charts) {
      this.project = project;
      this.workFolder = workFolder;
      this.objects = objects;
      this.engine = engine;
      this.charts = charts;
    }

    /** Throws a ManagerException that says why it is not imported. */
    Wanted wanted(ApplicationSpec application) {
      boolean isNamed = !project.origin().chart().isEmpty();
      application
          .obstacle(isNamed)
          .ifPresent(
              why -> {
                throw new ManagerException(why);
              });
      var origin = isNamed ? project.origin() : application.origin().orElseThrow();
      var chart = charts.computeIfAbsent(origin, each -> each.load(workFolder));
      var values = ApplicationValues.of(application, chart.path(), valueFiles);
      var fields = ApplicationNotes.of(application);
      var notes = new ArrayList<>(values.notes());
      notes.addAll(fields.notes());
      var changing = changing(application, chart, values.values(), notes);
      return new Wanted(
          new TrackedObjects(
              application.release(),
              application.title(),
              application.tracked(),
              chart.name(),
              isNamed && application.chart().has("chart")
                  ? application.version()
                  : chart.version()),
          values.values(),
          Values.empty(),
          List.of(),
          Values.empty(),
          Optional.of(origin),
          fields.settings().ignoring(changing.rules()),
          steps(application),
          notes);
    }

    /**
     * A chart that looks up what it generated once finds it in the cluster, as it will when the
     * operator renders it.
     */
    private ChangingFields changing(
        ApplicationSpec application, Chart chart, Values values, List<String> notes) {
      var first = rendered(application, chart, values, List.of());
      marks(first, notes);
      var world = objects.existing(first.path("objects"), application.release().namespace());
      var changing =
          ChangingFields.between(
              rendered(application, chart, values, world).path("objects"),
              rendered(application, chart, values, world).path("objects"));
      if (!changing.places().isEmpty()) {
        notes.add(
            "each rendering of the chart makes other values of these, so drift.ignore in watches.yaml leaves them as they are: "
                + String.join(", ", changing.places()));
      }
      return changing;
    }

    private JsonNode rendered(
        ApplicationSpec application, Chart chart, Values values, List<JsonNode> world) {
      try {
        return engine
            .render(chart, application.release(), values, false, new World("", List.of(), world))
            .path("revision");
      } catch (EngineFaultException e) {
        throw new ManagerException("Helm cannot render its chart: " + e.fault().message());
      }
    }
  }

  /** Marks of Argo CD in templates mean nothing to Helm. */
  private static void marks(JsonNode revision, List<String> notes) {
    for (var object : revision.path("objects")) {
      var annotations = object.path("metadata").path("annotations");
      var title =
          object.path("kind").asText() + "/" + object.path("metadata").path("name").asText("");
      for (var annotation : annotations.properties()) {
        if (annotation.getKey().equals(MARK + "hook")) {
          notes.add(
              "%s is a hook of Argo CD (%s), and the operator makes it as an object of the release; write helm.sh/hook into its template"
                  .formatted(title, annotation.getValue().asText()));
        } else if (annotation.getKey().startsWith(MARK)) {
          notes.add(
              "%s has %s: %s, which has no effect; Helm orders objects by their kinds"
                  .formatted(title, annotation.getKey(), annotation.getValue().asText()));
        }
      }
    }
    if (!revision.path("hooks").isEmpty()) {
      notes.add(
          "Argo CD runs the chart's hooks at each sync; the operator runs none at the takeover, and the upgrade hooks at each upgrade");
    }
  }

  /**
   * The order matters: what is deleted while its Application has the finalizer is uninstalled, and
   * an ApplicationSet writes the finalizer again within seconds.
   */
  static Steps steps(ApplicationSpec application) {
    var first = new ArrayList<String>();
    var last = new ArrayList<String>();
    var place = " --namespace " + application.namespace();
    application
        .applicationSet()
        .ifPresent(
            set -> {
              first.add(
                  "kubectl patch applicationsets.argoproj.io %s%s --type merge --patch '{\"spec\":{\"syncPolicy\":{\"preserveResourcesOnDeletion\":true,\"applicationsSync\":\"create-only\"}}}'   # and in Git: it writes the finalizer and the automated sync again otherwise"
                      .formatted(set, place));
              last.add(
                  "# take %s out of the generators of ApplicationSet %s, which makes it again otherwise"
                      .formatted(application.name(), set));
            });
    application
        .parent()
        .ifPresent(
            parent -> {
              first.add(
                  "# Application %s applies %s: write the next change into its source too"
                      .formatted(parent, application.name()));
              last.add(
                  "# take %s out of the source of Application %s"
                      .formatted(application.name(), parent));
            });
    if (application.isAutomated() || application.isCascading()) {
      first.add(
          "kubectl patch applications.argoproj.io %s%s --type merge --patch '{\"metadata\":{\"finalizers\":null},\"spec\":{\"syncPolicy\":{\"automated\":null}}}'"
              .formatted(application.name(), place));
    }
    last.add("kubectl delete applications.argoproj.io " + application.name() + place);
    return new Steps(first, last);
  }
}
