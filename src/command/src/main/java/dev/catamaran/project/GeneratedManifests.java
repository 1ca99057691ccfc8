package dev.catamaran.project;

import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The manifests that follow from the charts and classes of a project: the CRDs of the charts'
 * kinds, the role of the operator, the accounts that make releases, and the admission policy.
 *
 * @param charts the charts of each API with one
 */
public record GeneratedManifests(ProjectFile project, Function<ProjectApi, ApiCharts> charts) {
  /** Takes the charts that watches.yaml names. */
  public static GeneratedManifests of(Path folder, Watches watches) {
    return of(ProjectFile.read(folder), folder, () -> watches);
  }

  /**
   * The same, with a watches.yaml that is read only for a kind that has a chart.
   *
   * @param folder of the project
   */
  static GeneratedManifests of(ProjectFile project, Path folder, Supplier<Watches> watches) {
    // Without an entry nobody makes releases: no reason for more rights than a new entry gets.
    var unwatched = ReleaseRights.ACCOUNT.placement(project.projectName());
    var read = new HashMap<Path, Watches>();
    var known = new HashMap<ProjectApi, ApiCharts>();
    return new GeneratedManifests(
        project,
        api ->
            known.computeIfAbsent(
                api,
                key ->
                    ApiCharts.of(
                        key,
                        folder,
                        read.computeIfAbsent(folder, place -> watches.get()),
                        unwatched)));
  }

  /** Returns whether a planned file is for people, and not a memory of the last generation. */
  public static boolean isForPeople(Path file) {
    return !file.toString().contains(GeneratedText.MEMORY);
  }

  /**
   * Adds the files to the plan, merged with the edits of people.
   *
   * @param ofClasses what follows from Java classes
   * @return notes for people
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public Notes addTo(Changes changes, ClassRights ofClasses) {
    try (var rights = new RecordedRights()) {
      return addTo(changes, ofClasses, rights);
    }
  }

  /**
   * The same with rights that may be known already.
   *
   * @param known returns the rights for a chart
   */
  public Notes addTo(
      Changes changes, ClassRights ofClasses, Function<RecordedChart, ChartRights> known) {
    var before = addOfCharts(changes, known);
    var conflicts = new ArrayList<>(before.conflicts());
    var others =
        new ArrayList<>(project.charts().map(charts).flatMap(api -> api.notes(known)).toList());
    others.addAll(before.others());
    var rules = withCharts(ofClasses, known);
    var role = new ProjectRole(project, ofClasses.clusterScoped());
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
   * @param ofClasses what follows from Java classes
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public List<Rule> rules(ClassRights ofClasses) {
    try (var rights = new RecordedRights()) {
      return rules(ofClasses, rights);
    }
  }

  /**
   * The same with rights that may be known already.
   *
   * @param ofClasses what follows from Java classes
   * @param known returns the rights for a chart
   */
  public List<Rule> rules(ClassRights ofClasses, Function<RecordedChart, ChartRights> known) {
    return new ProjectRole(project, ofClasses.clusterScoped()).rules(withCharts(ofClasses, known));
  }

  private List<Rule> withCharts(ClassRights ofClasses, Function<RecordedChart, ChartRights> known) {
    var rules = new ArrayList<>(ofClasses.rules());
    project.charts().map(charts).forEach(api -> rules.addAll(api.ofOperator(known)));
    return rules;
  }

  /** Returns the charts with known rights. */
  public Stream<RecordedChart> recorded() {
    return project.charts().map(charts).flatMap(api -> api.recorded().values().stream());
  }

  /** Adds to the plan what follows from charts alone: all but the role of the operator. */
  Notes addOfCharts(Changes changes) {
    try (var rights = new RecordedRights()) {
      return addOfCharts(changes, rights);
    }
  }

  private Notes addOfCharts(Changes changes, Function<RecordedChart, ChartRights> known) {
    var conflicts = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (var api : project.charts().toList()) {
      var definition = ChartFiles.of(api, charts.apply(api).folder()).definition();
      definition.notes().forEach(note -> others.add(api.chart() + ": " + note));
      new GeneratedText(api.definitionFile(), definition.text())
          .addTo(changes)
          .ifPresent(conflicts::add);
    }
    if (project.charts().map(charts).anyMatch(ApiCharts::hasRollouts)) {
      new RolloutFiles(project.projectName()).addTo(changes).forEach(conflicts::add);
    }
    if (changes.text(SampleTenant.LIST).isPresent()) {
      var tenant = new SampleTenant(ProjectRole.account(changes));
      project.charts().forEach(api -> tenant.add(api, charts.apply(api), known));
      tenant.addTo(changes).ifPresent(conflicts::add);
      others.addAll(tenant.notes());
    }
    if (changes.text(AdmissionPolicy.LIST).isPresent()) {
      ProjectRole.account(changes)
          .map(operator -> new AdmissionPolicy(project, operator))
          .map(policy -> policy.text(project.charts().map(charts).toList(), known))
          .flatMap(text -> new GeneratedText(AdmissionPolicy.PATH, text).addTo(changes))
          .ifPresent(conflicts::add);
    }
    return new Notes(conflicts, others);
  }
}
