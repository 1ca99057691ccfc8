package dev.catamaran.rights;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.release.CrdPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rights for the objects of a chart, beside {@link OperatorRights}.
 *
 * @param making merged rules for who makes the releases: an account, or the operator itself
 * @param elsewhere the same for objects in namespaces that the chart itself names
 * @param seeing merged rules for the operator itself, whoever makes the releases
 * @param unrendered kinds that no recorded values rendered
 * @param notes sentences for people: assumptions, failures, dangerous rights
 * @param isRecorded whether the chart could be rendered with some values; otherwise the rules are
 *     those of {@code unrendered} only
 */
public record ChartRights(
    List<Rule> making,
    SortedMap<String, List<Rule>> elsewhere,
    List<Rule> seeing,
    List<Unrendered> unrendered,
    List<String> notes,
    boolean isRecorded) {

  /** Copies the collections. */
  public ChartRights {
    making = List.copyOf(making);
    elsewhere = Collections.unmodifiableSortedMap(new TreeMap<>(elsewhere));
    seeing = List.copyOf(seeing);
    unrendered = List.copyOf(unrendered);
    notes = List.copyOf(notes);
  }

  /** Returns the merged rules of an operator that makes the releases with its own rights. */
  public List<Rule> rules() {
    var others = elsewhere.values().stream().flatMap(List::stream);
    return MergedRules.of(
        Stream.of(making.stream(), others, seeing.stream()).flatMap(rules -> rules).toList());
  }

  /**
   * What to record.
   *
   * @param valuesFiles values files, each recorded alone, in addition to the defaults and to {@code
   *     ci/*.yaml} of the chart
   * @param tests whether the operator runs the chart's tests
   * @param unrendered whether the rules include the kinds that no recorded values rendered
   * @param crds treatment of the definitions in the folder crds
   * @param overrides values that the operator puts over all others
   */
  public record Options(
      List<Path> valuesFiles,
      boolean tests,
      boolean unrendered,
      CrdPolicy crds,
      ObjectNode overrides) {
    /** Options without overrides. */
    public Options(List<Path> valuesFiles, boolean tests, boolean unrendered, CrdPolicy crds) {
      this(valuesFiles, tests, unrendered, crds, JsonNodeFactory.instance.objectNode());
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
    var recorded = ChartRuns.of(recorder, loaded, folder, options);
    var files = TemplateFiles.of(loaded, recorder);
    var roles = roles(files.objects());
    var unrendered = unrendered(files, recorded.runs());
    var collected = new Collected(options);
    recorded.runs().forEach(collected::add);
    if (options.unrendered()) {
      for (var found : unrendered) {
        DescendantRules.making(found.resource(), found.reason()).forEach(collected.making::add);
        DescendantRules.seeing(found.resource(), found.reason()).forEach(collected.seeing::add);
      }
    }
    var merged = MergedRules.of(collected.making);
    // Without its rights, nothing works: that note must not be behind others.
    var notes = new ArrayList<String>();
    roles.removeAll(ChartRuns.templates(recorded.runs().stream().map(Run::first)));
    unknownGrants(roles).ifPresent(notes::add);
    notes.addAll(recorded.notes());
    notes.addAll(Dangers.of(merged));
    return new ChartRights(
        merged,
        collected.elsewhere(),
        MergedRules.of(collected.seeing),
        unrendered,
        notes,
        !recorded.runs().isEmpty());
  }

  /** Rules of several recordings. */
  private static final class Collected {
    private final Options options;
    private final List<Rule> making = new ArrayList<>();
    private final List<Rule> seeing = new ArrayList<>();
    private final SortedMap<String, List<Rule>> elsewhere = new TreeMap<>();

    Collected(Options options) {
      this.options = options;
    }

    void add(Run run) {
      of(run.beside(), options).forEach(making::add);
      for (var place : run.places()) {
        of(run.in(place), options)
            .forEach(rule -> (rule.reach() == Reach.CLUSTER ? making : at(place)).add(rule));
      }
      DescendantRules.seeing(run).forEach(seeing::add);
    }

    private List<Rule> at(String place) {
      return elsewhere.computeIfAbsent(place, key -> new ArrayList<>());
    }

    SortedMap<String, List<Rule>> elsewhere() {
      elsewhere.replaceAll((place, rules) -> MergedRules.of(rules));
      elsewhere.values().removeIf(List::isEmpty);
      return elsewhere;
    }
  }

  private static Stream<Rule> of(Run run, Options options) {
    return Stream.of(
            HelmRules.of(run, options.tests(), options.crds()),
            DescendantRules.making(run, options.tests()),
            GrantedRules.of(run, options.tests()))
        .flatMap(rules -> rules);
  }

  private static List<Unrendered> unrendered(TemplateFiles files, List<Run> runs) {
    var templates = new TreeMap<>(files.objects());
    templates.putAll(files.blueprints());
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

  /** Returns the templates that name roles or bindings. */
  private static SortedSet<String> roles(Map<String, String> templates) {
    var kinds = new NamedKinds(Discovery.snapshot());
    var found = new TreeSet<String>();
    templates.forEach(
        (template, text) -> {
          if (kinds.in(text).stream().anyMatch(it -> it.group().equals(GrantedRules.RBAC))) {
            found.add(template);
          }
        });
    return found;
  }

  /** What a role grants is known only when it is rendered. */
  private static Optional<String> unknownGrants(Set<String> templates) {
    return templates.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("no recorded values render the roles or bindings of %s, so the permissions that they grant are not"
                    + " included; for values that enable them, add a file ci/<name>-values.yaml to the"
                    + " chart, and run `make manifests`")
                .formatted(String.join(", ", templates)));
  }

  private static String kind(ApiResource resource) {
    return resource.group() + "/" + resource.kind();
  }
}
