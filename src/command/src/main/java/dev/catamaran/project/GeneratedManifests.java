package dev.catamaran.project;

import dev.catamaran.helm.ChartEngine;
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
 * kinds, the role of the operator, and the accounts that make releases.
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
    return Stream.of(GeneratedText.MEMORY, KeptKind.FOLDER).noneMatch(file.toString()::contains);
  }

  /**
   * Adds the files to the plan, merged with the edits of people. Only the charts are recorded that
   * have changed.
   *
   * @param ofClasses what follows from Java classes
   * @return notes for people
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public Notes addTo(Changes changes, ClassRights ofClasses) {
    return withKept(changes, known -> addTo(changes, ofClasses, known));
  }

  /**
   * The same for a comparison: all charts are recorded, and nothing is kept.
   *
   * @throws dev.catamaran.api.ManagerException also if something else was kept than is recorded now
   */
  public Notes addAnewTo(Changes changes, ClassRights ofClasses) {
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      return addAnewTo(changes, ofClasses, anew);
    }
  }

  /**
   * The same.
   *
   * @param anew records charts
   */
  public Notes addAnewTo(Changes changes, ClassRights ofClasses, FromCharts anew) {
    return addTo(changes, ofClasses, kept(changes, KeptCharts.Use.COMPARE, anew));
  }

  /**
   * The same as {@link #addTo(Changes, ClassRights)}.
   *
   * @param known what follows from charts
   */
  Notes addTo(Changes changes, ClassRights ofClasses, FromCharts known) {
    var before = addOfCharts(changes, known);
    var conflicts = new ArrayList<>(before.conflicts());
    var others =
        new ArrayList<>(
            project.charts().map(charts).flatMap(api -> api.notes(known::rights)).toList());
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
   * Returns the rules that the operator needs, not merged. All charts are recorded: what a program
   * distributes must not depend on what somebody has kept.
   *
   * @param ofClasses what follows from Java classes
   * @throws dev.catamaran.api.ManagerException if a chart is missing or not valid
   */
  public List<Rule> rules(ClassRights ofClasses) {
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      return rules(ofClasses, anew);
    }
  }

  /**
   * The same with rights that may be known already.
   *
   * @param ofClasses what follows from Java classes
   * @param known what follows from charts
   */
  public List<Rule> rules(ClassRights ofClasses, FromCharts known) {
    return new ProjectRole(project, ofClasses.clusterScoped()).rules(withCharts(ofClasses, known));
  }

  private List<Rule> withCharts(ClassRights ofClasses, FromCharts known) {
    var rules = new ArrayList<>(ofClasses.rules());
    project.charts().map(charts).forEach(api -> rules.addAll(api.ofOperator(known::rights)));
    return rules;
  }

  /** Returns the charts with known rights. */
  public Stream<RecordedChart> recorded() {
    return project.charts().map(charts).flatMap(api -> api.recorded().values().stream());
  }

  /** Adds to the plan what follows from charts alone: all but the role of the operator. */
  Notes addOfCharts(Changes changes) {
    return withKept(changes, known -> addOfCharts(changes, known));
  }

  private Notes withKept(Changes changes, Function<FromCharts, Notes> work) {
    try (var anew = new RecordedAnew(ChartEngine::start)) {
      var known = kept(changes, KeptCharts.Use.TRUST, anew);
      var notes = work.apply(known);
      known.addTo(changes, charts);
      return notes;
    }
  }

  private KeptCharts kept(Changes changes, KeptCharts.Use use, FromCharts anew) {
    var inputs = new RecordingInputs(RecordingTool.ofThisProcess());
    return new KeptCharts(project.charts().toList(), changes, use, inputs, anew);
  }

  private Notes addOfCharts(Changes changes, FromCharts known) {
    var conflicts = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (var api : project.charts().toList()) {
      var definition = known.definition(api, charts.apply(api).folder());
      definition.notes().forEach(note -> others.add(api.chart() + ": " + note));
      new GeneratedText(api.definitionFile(), definition.text())
          .addTo(changes)
          .ifPresent(conflicts::add);
    }
    if (project.charts().map(charts).anyMatch(ApiCharts::hasRollouts)) {
      new RolloutFiles(project.projectName()).addTo(changes).forEach(conflicts::add);
    }
    if (changes.text(SampleTenant.LIST).isPresent()) {
      var tenant = new SampleTenant();
      project.charts().forEach(api -> tenant.add(api, charts.apply(api), known::rights));
      tenant.addTo(changes).ifPresent(conflicts::add);
      others.addAll(tenant.notes());
    }
    return new Notes(conflicts, others);
  }
}
