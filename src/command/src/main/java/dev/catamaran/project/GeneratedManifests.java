package dev.catamaran.project;

import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * The manifests that follow from the charts and classes of a project: the CRDs of the charts'
 * kinds, and the role of the operator.
 *
 * @param charts the chart of each API with one
 */
public record GeneratedManifests(ProjectFile project, Function<ProjectApi, RecordedChart> charts) {

  /** Reads the charts of a project in their folders. */
  public static GeneratedManifests of(Path folder, Watches watches) {
    return new GeneratedManifests(
        ProjectFile.read(folder),
        api -> RecordedChart.of(folder.resolve(api.chart()), api.gvk(), watches));
  }

  /** Returns whether a planned file is for people, and not a memory of the last generation. */
  public static boolean isForPeople(Path file) {
    return !file.toString().contains(GeneratedText.MEMORY);
  }

  /**
   * Adds the files to the plan, merged with the edits of people.
   *
   * @param ofClasses rules that Java classes declare
   * @return notes for people
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public Notes addTo(Changes changes, Collection<Rule> ofClasses) {
    try (var recorder = ChartRecorder.start()) {
      return addTo(
          changes, ofClasses, chart -> ChartRights.of(recorder, chart.folder(), chart.options()));
    }
  }

  /**
   * The same with rights that may be known already.
   *
   * @param ofCharts returns the rights for a chart
   */
  public Notes addTo(
      Changes changes, Collection<Rule> ofClasses, Function<RecordedChart, ChartRights> ofCharts) {
    var ofDefinitions = addDefinitions(changes);
    var conflicts = new ArrayList<>(ofDefinitions.conflicts());
    var others = new ArrayList<>(ofDefinitions.others());
    for (var api : project.charts().toList()) {
      ofCharts.apply(charts.apply(api)).notes().stream()
          .map(note -> api.chart() + ": " + note)
          .forEach(others::add);
    }
    var rules = withCharts(ofClasses, ofCharts);
    var role = new ProjectRole(project);
    new GeneratedText(ProjectRole.PATH, role.text(rules)).addTo(changes).ifPresent(conflicts::add);
    if (changes.text(ProjectRole.NAMESPACED_BASE).isPresent()) {
      new GeneratedText(ProjectRole.NAMESPACED, role.namespacedText(rules))
          .addTo(changes)
          .ifPresent(conflicts::add);
    }
    return new Notes(conflicts, others);
  }

  /**
   * Returns the rules that the operator needs, not merged.
   *
   * @param ofClasses rules that Java classes declare
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public List<Rule> rules(Collection<Rule> ofClasses) {
    try (var recorder = ChartRecorder.start()) {
      return rules(ofClasses, chart -> ChartRights.of(recorder, chart.folder(), chart.options()));
    }
  }

  /**
   * The same with rights that may be known already.
   *
   * @param ofClasses rules that Java classes declare
   * @param ofCharts returns the rights for a chart
   */
  public List<Rule> rules(
      Collection<Rule> ofClasses, Function<RecordedChart, ChartRights> ofCharts) {
    return new ProjectRole(project).rules(withCharts(ofClasses, ofCharts));
  }

  private List<Rule> withCharts(
      Collection<Rule> ofClasses, Function<RecordedChart, ChartRights> ofCharts) {
    var rules = new ArrayList<>(ofClasses);
    project.charts().forEach(api -> rules.addAll(ofCharts.apply(charts.apply(api)).rules()));
    return rules;
  }

  /** Adds only the CRDs to the plan. */
  Notes addDefinitions(Changes changes) {
    var conflicts = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (var api : project.charts().toList()) {
      var definition = ChartFiles.of(api, charts.apply(api).folder()).definition();
      definition.notes().forEach(note -> others.add(api.chart() + ": " + note));
      new GeneratedText(api.definitionFile(), definition.text())
          .addTo(changes)
          .ifPresent(conflicts::add);
    }
    return new Notes(conflicts, others);
  }
}
