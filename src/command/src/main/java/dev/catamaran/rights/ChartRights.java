package dev.catamaran.rights;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.Rule.Reach;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The rights for the objects of a chart, beside {@link OperatorRights}. They include those for the
 * kinds that no recorded values render: people set values that enable what the defaults do not.
 *
 * @param making merged rules for who makes the releases: an account, or the operator itself
 * @param elsewhere the same for objects in namespaces that the chart itself names
 * @param seeing merged rules for the operator itself, whoever makes the releases
 * @param notes sentences for people: assumptions, failures
 */
public record ChartRights(
    List<Rule> making,
    SortedMap<String, List<Rule>> elsewhere,
    List<Rule> seeing,
    List<String> notes) {

  /** Returns the merged rules of an operator that makes the releases with its own rights. */
  public List<Rule> rules() {
    var others = elsewhere.values().stream().flatMap(List::stream);
    return MergedRules.of(
        Stream.of(making.stream(), others, seeing.stream()).flatMap(rules -> rules).toList());
  }

  /**
   * How the operator uses the chart.
   *
   * @param tests whether it runs the chart's tests
   * @param crds treatment of the definitions in the folder crds
   * @param overrides values that it puts over all others
   */
  public record Options(boolean tests, CrdPolicy crds, ObjectNode overrides) {}

  /**
   * Records a chart with its defaults, and with {@code ci/*.yaml}.
   *
   * @param chart a folder with a Chart.yaml, or a .tgz
   * @throws ManagerException if the chart is invalid, or its values cannot be read
   */
  public static ChartRights of(ChartRecorder recorder, Path chart, Options options) {
    var loaded = recorder.load(chart);
    var recorded = ChartRuns.of(recorder, loaded, chart, options);
    var runs = recorded.runs();
    var making = new ArrayList<Rule>();
    var seeing = new ArrayList<Rule>();
    var elsewhere = new TreeMap<String, List<Rule>>();
    for (var run : runs) {
      rules(run.beside(), options).forEach(making::add);
      for (var place : run.places()) {
        var own = elsewhere.computeIfAbsent(place, key -> new ArrayList<>());
        rules(run.in(place), options)
            .forEach(rule -> (rule.reach() == Reach.CLUSTER ? making : own).add(rule));
      }
      new ReleaseRules(run, options.tests()).seeing().forEach(seeing::add);
    }
    var objects = runs.stream().flatMap(run -> run.first().objects().stream()).toList();
    var named = new NamedKinds().in(loaded, recorder);
    named.forEach(
        (template, kinds) ->
            kinds.stream()
                .filter(kind -> objects.stream().noneMatch(it -> kind.isSame(it.resource())))
                .forEach(
                    kind -> {
                      ReleaseRules.making(kind, template).forEach(making::add);
                      ReleaseRules.seeing(kind, template).forEach(seeing::add);
                    }));
    elsewhere.replaceAll((place, rules) -> MergedRules.of(rules));
    elsewhere.values().removeIf(List::isEmpty);
    var merged = MergedRules.of(making);
    // Without its rights, nothing works: that note must not be behind others.
    var notes = new ArrayList<>(unknownGrants(named, objects));
    notes.addAll(recorded.notes());
    return new ChartRights(merged, elsewhere, MergedRules.of(seeing), notes);
  }

  private static Stream<Rule> rules(Run run, Options options) {
    return new ReleaseRules(run, options.tests()).making(options.crds());
  }

  /** What a role grants is known only when it is rendered. */
  private static List<String> unknownGrants(
      SortedMap<String, List<ApiResource>> named, Collection<RecordedObject> objects) {
    var unknown =
        named.entrySet().stream()
            .filter(each -> each.getValue().stream().anyMatch(ReleaseRules::isRbac))
            .map(Map.Entry::getKey)
            .filter(NamedKinds::makesObjects)
            .filter(template -> objects.stream().noneMatch(it -> it.template().equals(template)))
            .toList();
    return unknown.isEmpty()
        ? List.of()
        : List.of(
            ("no recorded values render the roles or bindings of %s, so the permissions that they grant are not"
                    + " included; for values that enable them, add a file ci/<name>-values.yaml to the"
                    + " chart, and run `make manifests`")
                .formatted(String.join(", ", unknown)));
  }
}
