package dev.catamaran.manifests;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.SharedEngine;
import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.ClassRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The manifests that follow from the charts and classes of a project: the CRDs of the charts'
 * kinds, the role of the operator, the accounts that make releases, and the admission policy.
 *
 * @param isTold whether people want to read what the files of an API leave open
 */
public record GeneratedManifests(
    ProjectFile project, Function<ProjectApi, ApiCharts> charts, Predicate<ProjectApi> isTold) {
  /** Takes the charts that watches.yaml names. */
  public static GeneratedManifests of(Path folder, Watches watches) {
    return of(ProjectFile.read(folder), folder, () -> watches);
  }

  /** The same, with a watches.yaml that is read only for a kind that has a chart. */
  public static GeneratedManifests of(ProjectFile project, Path folder, Supplier<Watches> watches) {
    // Without an entry nobody makes releases: no reason for more rights than a new entry gets.
    var unwatched = ApiCharts.ofAccounts(project);
    var known = new HashMap<ProjectApi, ApiCharts>();
    return new GeneratedManifests(
        project,
        api ->
            known.computeIfAbsent(api, key -> ApiCharts.of(key, folder, watches.get(), unwatched)),
        api -> true);
  }

  /** Returns whether a planned file is for people, and not a memory of the last generation. */
  public static boolean isForPeople(Path file) {
    return !file.toString().contains(GeneratedText.MEMORY);
  }

  /**
   * Adds the files to the plan, merged with the edits of people.
   *
   * @param ofClasses what follows from Java classes
   * @return notes for people, those first that ask for an act: about conflicts with edits, and
   *     accounts
   */
  public List<String> addTo(Changes changes, ClassRights ofClasses) {
    return addTo(changes, Optional.of(ofClasses));
  }

  /** The same before the classes are compiled, so without their rights if there are any. */
  public List<String> addTo(Changes changes) {
    return addTo(
        changes,
        project.classes().findAny().isEmpty() ? Optional.of(ClassRights.NONE) : Optional.empty());
  }

  private List<String> addTo(Changes changes, Optional<ClassRights> ofClasses) {
    try (var known = new RecordedRights()) {
      var conflicts = new ArrayList<String>();
      var others = new ArrayList<String>();
      addOfCharts(changes, known, conflicts, others);
      project
          .charts()
          .filter(isTold)
          .map(charts)
          .forEach(api -> api.notes(known).forEach(others::add));
      ofClasses.ifPresentOrElse(
          rights -> addRole(changes, rights, known, conflicts),
          () ->
              others.add(
                  "`make manifests` brings the permissions in %s up to date"
                      .formatted(ProjectRole.PATH)));
      conflicts.addAll(others);
      return conflicts;
    }
  }

  private void addRole(
      Changes changes, ClassRights ofClasses, RecordedRights known, List<String> conflicts) {
    var rules = withCharts(ofClasses, known);
    var role = new ProjectRole(project, ofClasses.clusterScoped());
    GeneratedText.add(changes, ProjectRole.PATH, role.text(rules)).ifPresent(conflicts::add);
    if (changes.text(ProjectRole.NAMESPACED_BASE).isPresent()) {
      GeneratedText.add(changes, ProjectRole.NAMESPACED, role.namespacedText(rules))
          .ifPresent(conflicts::add);
    }
  }

  private List<Rule> withCharts(ClassRights ofClasses, RecordedRights known) {
    var rules = new ArrayList<>(ofClasses.rules());
    project.charts().map(charts).forEach(api -> rules.addAll(api.ofOperator(known)));
    return rules;
  }

  /** All but the role of the operator. */
  private void addOfCharts(
      Changes changes, RecordedRights known, List<String> conflicts, List<String> others) {
    var operator = ProjectRole.account(changes);
    var tenant = new TenantRoles(operator);
    boolean hasTenant = changes.text(TenantRoles.LIST).isPresent();
    for (var api : project.charts().toList()) {
      var definition = known.definition(api, charts.apply(api).folder());
      GeneratedText.add(changes, api.definitionFile(), definition.text()).ifPresent(conflicts::add);
      var notes = new ArrayList<String>();
      if (hasTenant) {
        notes.addAll(tenant.addSample(api, charts.apply(api), known));
      }
      definition.notes().forEach(note -> notes.add(api.chart() + ": " + note));
      others.addAll(isTold.test(api) ? notes : List.of());
    }
    if (project.charts().map(charts).anyMatch(ApiCharts::hasRollouts)) {
      addRollouts(changes, conflicts);
    }
    var accounts = tenant.text(/* cluster= */ true);
    if (!accounts.isEmpty()) {
      GeneratedText.add(changes, TenantRoles.ACCOUNTS, accounts).ifPresent(conflicts::add);
    }
    if (changes.text(AdmissionPolicy.LIST).isPresent()) {
      operator
          .map(account -> new AdmissionPolicy(project, account))
          .map(policy -> policy.text(project.charts().map(charts).toList(), known))
          .flatMap(text -> GeneratedText.add(changes, AdmissionPolicy.PATH, text))
          .ifPresent(conflicts::add);
    }
  }

  /** The CRD of ChartRollout, and the permissions for it in the operator's own namespace. */
  private void addRollouts(Changes changes, List<String> conflicts) {
    for (var place :
        List.of(
            "crd bases/catamaran.dev_chartrollouts.yaml",
            "rbac rollout_role.yaml",
            "rbac rollout_role_binding.yaml")) {
      var words = place.split(" ", 2);
      var folder = "config/" + words[0];
      changes.list(
          folder, "#+kubebuilder:scaffold:%skustomizeresource".formatted(words[0]), words[1]);
      var text =
          Template.fill(
              "rollout/" + words[1].replace("bases/", ""), Map.of("name", project.projectName()));
      GeneratedText.add(changes, folder + "/" + words[1], text).ifPresent(conflicts::add);
    }
  }

  /** Asks the checker about charts. It starts with the first one. */
  static final class RecordedRights implements Function<RecordedChart, ChartRights>, AutoCloseable {
    private final Map<RecordedChart, ChartRights> known = new HashMap<>();
    private final Engine checker = Engine.checker();

    /** One process for all charts. */
    private final SharedEngine engine = SharedEngine.use();

    ChartDefinition definition(ProjectApi api, Path chart) {
      return ChartDefinition.of(checker, api.gvk(), api.plural(), ChartInput.read(chart));
    }

    /** Records the rights for a chart, once. */
    @Override
    public ChartRights apply(RecordedChart chart) {
      return known.computeIfAbsent(chart, key -> ChartRights.of(key.folder(), key.options()));
    }

    @Override
    public void close() {
      checker.close();
      engine.close();
    }
  }
}
