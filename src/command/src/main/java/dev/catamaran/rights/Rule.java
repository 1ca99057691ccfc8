package dev.catamaran.rights;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.recorder.Discovery.Plurals;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A rule of RBAC, and why it is there.
 *
 * @param fields what it has of each field, without those that are empty; never changed
 * @param reasons templates that need it, or short texts; never changed
 */
public record Rule(Reach reach, Map<Field, SortedSet<String>> fields, SortedSet<String> reasons) {

  /** Where an operator needs a rule that watches certain namespaces only. */
  public enum Reach {
    /** In each watched namespace: a Role has it. */
    NAMESPACE,
    /** In the whole cluster: a ClusterRole has it. */
    CLUSTER;

    /** Returns where a rule applies: a Role allows nothing on objects outside of namespaces. */
    public static Reach of(boolean isNamespaced) {
      return isNamespaced ? NAMESPACE : CLUSTER;
    }
  }

  /** The fields of a rule, in the order of controller-gen. */
  public enum Field {
    GROUPS("apiGroups"),
    URLS("nonResourceURLs"),
    NAMES("resourceNames"),
    RESOURCES("resources"),
    VERBS("verbs");

    /** In a role. */
    public final String key;

    Field(String key) {
      this.key = key;
    }
  }

  /** Begins a reason: the template of a role. The operator must have the rights that it grants. */
  static final String GRANTED = "granted by ";

  /** Begins a reason: the template of a binding to a role that the chart does not make. */
  static final String BOUND = "bound by ";

  /** Begins a reason: a template that no recorded values rendered. */
  static final String UNRENDERED = "not rendered by the recorded values: ";

  /** By the words of the engine. */
  private static final Map<String, String> PREFIXES =
      Map.of("granted", GRANTED, "bound", BOUND, "unrendered", UNRENDERED);

  /** A rule for all objects of a resource; the core group is empty. */
  public static Rule of(
      Reach reach, String group, String resource, Collection<String> verbs, String... reasons) {
    return new Rule(reach, Map.of(), sorted(List.of(reasons)))
        .with(Field.GROUPS, List.of(group))
        .with(Field.RESOURCES, List.of(resource))
        .with(Field.VERBS, verbs);
  }

  /** Reads {@code REACH RESOURCE.GROUP VERB,VERB: REASON}; only the reason may have spaces. */
  static Rule parse(String text) {
    var words = text.split(" ", 4);
    var resource = words[1].split("[.]", 2);
    var group = resource.length == 1 ? "" : resource[1];
    var verbs = List.of(words[2].replace(":", "").split(","));
    return of(Reach.valueOf(words[0]), group, resource[0], verbs, words[3]);
  }

  /** Reads a rule of the engine, which knows no plurals. */
  static Rule of(JsonNode json) {
    var prefix = PREFIXES.getOrDefault(json.path("because").asText(), "");
    var reach = Reach.valueOf(json.path("reach").asText());
    var reason = prefix + json.path("reason").asText();
    var rule = new Rule(reach, Map.of(), sorted(List.of(reason)));
    for (var field : Field.values()) {
      rule = rule.with(field, json.path(field.key).valueStream().map(JsonNode::asText).toList());
    }
    return json.hasNonNull("kind") && rule.get(Field.RESOURCES).isEmpty()
        ? rule.with(Field.RESOURCES, List.of(Plurals.of(json.path("kind").asText())))
        : rule;
  }

  /** Returns what it has of a field, which is nothing for all objects. */
  public SortedSet<String> get(Field field) {
    return fields.getOrDefault(field, sorted(List.of()));
  }

  public Rule with(Field field, Collection<String> texts) {
    var changed = new EnumMap<Field, SortedSet<String>>(Field.class);
    changed.putAll(fields);
    changed.put(field, sorted(texts));
    changed.values().removeIf(Collection::isEmpty);
    return new Rule(reach, changed, reasons);
  }

  public Rule withReach(Reach other) {
    return new Rule(other, fields, reasons);
  }

  Rule withReasons(Collection<String> others) {
    return new Rule(reach, fields, union(reasons, others));
  }

  Rule united(Rule other) {
    var all = withReasons(other.reasons);
    for (var field : Field.values()) {
      all = all.with(field, union(get(field), other.get(field)));
    }
    return all;
  }

  Stream<Rule> split() {
    var single = Stream.of(this);
    for (var field : List.of(Field.GROUPS, Field.URLS, Field.RESOURCES, Field.NAMES)) {
      single =
          single.flatMap(
              rule -> rule.fields.containsKey(field) ? rule.each(field) : Stream.of(rule));
    }
    return single.filter(
        rule ->
            rule.fields.containsKey(Field.URLS)
                || rule.fields.keySet().containsAll(Set.of(Field.GROUPS, Field.RESOURCES)));
  }

  private Stream<Rule> each(Field field) {
    return get(field).stream().map(text -> with(field, List.of(text)));
  }

  /** Returns whether only templates need it that no recorded values rendered. */
  public boolean isUnrendered() {
    return !reasons.isEmpty() && reasons.stream().allMatch(it -> it.startsWith(UNRENDERED));
  }

  private static SortedSet<String> union(Collection<String> one, Collection<String> other) {
    return Stream.concat(one.stream(), other.stream()).collect(toCollection(TreeSet::new));
  }

  private static SortedSet<String> sorted(Collection<String> texts) {
    return new TreeSet<>(texts);
  }
}
