package dev.catamaran.rights;

import dev.catamaran.api.ManagerException;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.release.CrdPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rights for the objects of a chart, beside {@link OperatorRights}.
 *
 * @param making merged rules for who makes the releases: an account, or the operator itself
 * @param seeing merged rules for the operator itself, whoever makes the releases
 * @param unrendered kinds that no recorded values rendered
 * @param notes sentences for people: assumptions, failures, dangerous rights
 * @param isRecorded whether the chart could be rendered with some values; otherwise the rules are
 *     those of {@code unrendered} only
 * @param isWhole whether Helm answered each time; otherwise another attempt may find more
 */
public record ChartRights(
    List<Rule> making,
    List<Rule> seeing,
    List<Unrendered> unrendered,
    List<String> notes,
    boolean isRecorded,
    boolean isWhole) {

  /** Copies the lists. */
  public ChartRights {
    making = List.copyOf(making);
    seeing = List.copyOf(seeing);
    unrendered = List.copyOf(unrendered);
    notes = List.copyOf(notes);
  }

  /** Returns the merged rules of an operator that makes the releases with its own rights. */
  public List<Rule> rules() {
    return MergedRules.of(Stream.concat(making.stream(), seeing.stream()).toList());
  }

  /**
   * What to record.
   *
   * @param valuesFiles values files, each recorded alone, in addition to the defaults and to {@code
   *     ci/*-values.yaml} of the chart
   * @param tests whether the operator runs the chart's tests
   * @param unrendered whether the rules include the kinds that no recorded values rendered
   * @param crds treatment of the definitions in the folder crds
   */
  public record Options(List<Path> valuesFiles, boolean tests, boolean unrendered, CrdPolicy crds) {
    /** Copies the list. */
    public Options {
      valuesFiles = List.copyOf(valuesFiles);
    }
  }

  /**
   * Records a chart.
   *
   * @param chart a folder with a Chart.yaml, or a .tgz
   * @throws ManagerException if the chart is invalid, or a values file cannot be read
   */
  public static ChartRights of(ChartRecorder recorder, Path chart, Options options) {
    var loaded = recorder.load(chart);
    var folder = Files.isDirectory(chart) ? chart : loaded.path();
    int hindrances = recorder.hindrances();
    var recorded = ChartRuns.of(recorder, loaded, folder, options.valuesFiles());
    var templates = TemplateFiles.of(loaded, recorder);
    var unrendered = unrendered(templates, recorded.runs());
    var making = new ArrayList<Rule>();
    var seeing = new ArrayList<Rule>();
    for (var run : recorded.runs()) {
      of(run, options).forEach(making::add);
      DescendantRules.seeing(run).forEach(seeing::add);
    }
    if (options.unrendered()) {
      for (var found : unrendered) {
        DescendantRules.making(found.resource(), found.reason()).forEach(making::add);
        DescendantRules.seeing(found.resource(), found.reason()).forEach(seeing::add);
      }
    }
    var merged = MergedRules.of(making);
    // Without its rights, nothing works: that note must not be behind others.
    var notes = new ArrayList<>(unknownGrants(templates, recorded.runs()).stream().toList());
    notes.addAll(recorded.notes());
    notes.addAll(Dangers.of(merged));
    return new ChartRights(
        merged,
        MergedRules.of(seeing),
        unrendered,
        notes,
        !recorded.runs().isEmpty(),
        recorder.hindrances() == hindrances);
  }

  private static Stream<Rule> of(Run run, Options options) {
    return Stream.of(
            HelmRules.of(run, options.tests(), options.crds()),
            DescendantRules.making(run, options.tests()),
            GrantedRules.of(run, options.tests()))
        .flatMap(rules -> rules);
  }

  private static List<Unrendered> unrendered(Map<String, String> templates, List<Run> runs) {
    var rendered =
        runs.stream()
            .flatMap(run -> run.first().objects().stream())
            .map(RecordedObject::resource)
            .map(ChartRights::kind)
            .collect(Collectors.toSet());
    var kinds = new NamedKinds(Discovery.snapshot());
    Set<Unrendered> found = new LinkedHashSet<>();
    templates.forEach(
        (template, text) ->
            kinds.in(text).stream()
                .filter(resource -> !rendered.contains(kind(resource)))
                .forEach(resource -> found.add(new Unrendered(template, resource))));
    return List.copyOf(found);
  }

  /** What a role grants is known only when it is rendered. */
  private static Optional<String> unknownGrants(Map<String, String> templates, List<Run> runs) {
    var rendered =
        runs.stream()
            .flatMap(run -> run.first().objects().stream())
            .map(RecordedObject::template)
            .collect(Collectors.toSet());
    var kinds = new NamedKinds(Discovery.snapshot());
    var roles =
        templates.keySet().stream()
            .filter(template -> !rendered.contains(template))
            .filter(
                template ->
                    kinds.in(templates.getOrDefault(template, "")).stream()
                        .anyMatch(resource -> resource.group().equals(GrantedRules.RBAC)))
            .sorted()
            .collect(Collectors.joining(", "));
    return Optional.of(roles)
        .filter(found -> !found.isEmpty())
        .map(
            found ->
                ("no recorded values render the roles or bindings of %s, so the permissions that they grant are not"
                        + " included; for values that enable them, add a file ci/<name>-values.yaml to the"
                        + " chart, and run `make manifests`")
                    .formatted(found));
  }

  private static String kind(ApiResource resource) {
    return resource.group() + "/" + resource.kind();
  }
}
