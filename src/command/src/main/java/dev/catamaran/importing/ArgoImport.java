package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import dev.catamaran.importing.Source.ToolObjects;
import dev.catamaran.importing.Wanted.Given;
import dev.catamaran.importing.Wanted.Live;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.primary.PrimaryAnnotations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    Cluster cluster, String namespace, Set<String> names, List<Path> valueFiles) implements Source {
  @Override
  public String what() {
    return "Application";
  }

  @Override
  public List<Found> found(ReleaseImport project) {
    return new ToolObjects(cluster.client())
        .all("argoproj.io/v1alpha1", what(), namespace, "Argo CD is not installed").stream()
            .map(ApplicationSpec::new)
            .map(
                each ->
                    new Found(
                        each.name(), "of Application " + each.title(), () -> wanted(each, project)))
            .toList();
  }

  private Wanted wanted(ApplicationSpec application, ReleaseImport project) {
    boolean isNamed = !project.origin().chart().isEmpty();
    application
        .obstacle(isNamed)
        .ifPresent(
            why -> {
              throw new ManagerException(why);
            });
    var origin = isNamed ? project.origin() : application.origin().orElseThrow();
    var chart = origin.load(project.workFolder());
    var notes = new ArrayList<String>();
    var values = application.values(chart.path(), valueFiles, notes);
    notes.addAll(application.notes());
    var live =
        new Live(
            application.release(),
            "%s of the Application %s".formatted(application.release(), application.title()),
            chart.name(),
            isNamed && application.chart().has("chart") ? application.version() : chart.version(),
            Optional.empty(),
            PrimaryAnnotations.ADOPT_APPLICATION,
            application.tracked());
    return new Wanted(live, Given.of(values), Optional.of(origin), application.ignored(), notes);
  }
}
