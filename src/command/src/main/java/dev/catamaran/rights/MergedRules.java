package dev.catamaran.rights;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Merges rules as controller-gen does: the verbs of a resource, then the names and the resources
 * with equal verbs. Rules for templates that no recorded values rendered stay apart, so that a
 * person can remove them; rules that roles of the chart grant share none with others. Pure.
 */
public final class MergedRules {
  private static final String ALL = "*";

  private static final List<String> PREFIXES = List.of(Rule.UNRENDERED, Rule.GRANTED, Rule.BOUND);

  private static final Comparator<Rule> ORDER =
      Comparator.comparing((Rule rule) -> String.join(",", rule.nonResourceUrls()))
          .thenComparing(rule -> String.join(",", rule.apiGroups()))
          .thenComparing(rule -> String.join(",", rule.resources()))
          .thenComparing(rule -> String.join(",", rule.resourceNames()))
          .thenComparing(rule -> String.join(",", rule.verbs()));

  private MergedRules() {}

  /** Returns rules that allow exactly the same, in a stable order. */
  public static List<Rule> of(Collection<Rule> rules) {
    var single =
        merged(
            split(rules),
            List.of(
                rule ->
                    withVerbs(rule, List.of()).because(common(rule, List.of(Rule.UNRENDERED)))));
    var needed = withoutCovered(single);
    var byVerbs =
        merged(
            needed,
            List.of(
                rule -> withNames(rule, named(rule)).because(common(rule, PREFIXES)),
                rule -> withoutResources(rule).because(common(rule, PREFIXES))));
    return byVerbs.stream().sorted(ORDER).toList();
  }

  /** One rule for each group, resource and name. */
  private static List<Rule> split(Collection<Rule> rules) {
    var single = new ArrayList<Rule>();
    for (var rule : rules) {
      if (!rule.nonResourceUrls().isEmpty()) {
        single.add(rule);
      }
      for (var group : rule.apiGroups()) {
        for (var resource : rule.resources()) {
          names(rule).forEach(names -> single.add(with(rule, group, resource, names)));
        }
      }
    }
    return single;
  }

  private static List<List<String>> names(Rule rule) {
    return rule.resourceNames().isEmpty()
        ? List.of(List.of())
        : rule.resourceNames().stream().map(List::of).toList();
  }

  private static Rule with(Rule rule, String group, String resource, List<String> names) {
    return new Rule(
        rule.reach(),
        List.of(group),
        List.of(resource),
        names,
        List.of(),
        rule.verbs(),
        rule.reasons());
  }

  /** Returns the prefix that all reasons have, or none. */
  private static SortedSet<String> common(Rule rule, List<String> prefixes) {
    return prefixes.stream()
        .filter(prefix -> rule.reasons().stream().allMatch(reason -> reason.startsWith(prefix)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Unites the rules with equal keys, key by key. */
  private static List<Rule> merged(List<Rule> rules, List<Function<Rule, Rule>> keys) {
    var result = rules;
    for (var key : keys) {
      var united = new LinkedHashMap<Rule, Rule>();
      result.forEach(rule -> united.merge(key.apply(rule), rule, MergedRules::united));
      result = List.copyOf(united.values());
    }
    return result;
  }

  private static Rule united(Rule one, Rule other) {
    return new Rule(
        one.reach(),
        union(one.apiGroups(), other.apiGroups()),
        union(one.resources(), other.resources()),
        union(one.resourceNames(), other.resourceNames()),
        union(one.nonResourceUrls(), other.nonResourceUrls()),
        union(one.verbs(), other.verbs()),
        union(one.reasons(), other.reasons()));
  }

  private static List<String> union(List<String> one, List<String> other) {
    var all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private static SortedSet<String> union(SortedSet<String> one, SortedSet<String> other) {
    var all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }

  /**
   * Removes verbs on named objects, and for templates that were not rendered, that a rule for all
   * objects of the resource allows too.
   */
  private static List<Rule> withoutCovered(List<Rule> rules) {
    Map<Rule, Rule> general = new LinkedHashMap<>();
    rules.stream().filter(MergedRules::isGeneral).forEach(rule -> general.put(place(rule), rule));
    var special = new ArrayList<Rule>();
    for (var rule : rules) {
      if (isGeneral(rule)) {
        continue;
      }
      var covering = general.get(place(rule));
      var left = covering == null ? rule.verbs() : left(rule, covering);
      if (left.isEmpty() && covering != null) {
        general.put(place(rule), covering.because(union(covering.reasons(), rule.reasons())));
      } else {
        special.add(withVerbs(rule, left));
      }
    }
    special.addAll(0, general.values());
    return special;
  }

  private static boolean isGeneral(Rule rule) {
    return rule.resourceNames().isEmpty() && common(rule, List.of(Rule.UNRENDERED)).isEmpty();
  }

  private static List<String> left(Rule rule, Rule covering) {
    var covered = new HashSet<>(covering.verbs());
    return rule.verbs().stream()
        .filter(verb -> !covered.contains(verb) && !covered.contains(ALL))
        .toList();
  }

  private static Rule place(Rule rule) {
    return withoutReasons(withNames(withVerbs(rule, List.of()), List.of()));
  }

  /** Only equal restrictions are united: a rule without names allows all objects. */
  private static List<String> named(Rule rule) {
    return rule.resourceNames().isEmpty() ? List.of() : List.of(ALL);
  }

  private static Rule withVerbs(Rule rule, List<String> verbs) {
    return new Rule(
        rule.reach(),
        rule.apiGroups(),
        rule.resources(),
        rule.resourceNames(),
        rule.nonResourceUrls(),
        verbs,
        rule.reasons());
  }

  private static Rule withNames(Rule rule, List<String> names) {
    return new Rule(
        rule.reach(),
        rule.apiGroups(),
        rule.resources(),
        names,
        rule.nonResourceUrls(),
        rule.verbs(),
        rule.reasons());
  }

  private static Rule withoutResources(Rule rule) {
    return new Rule(
        rule.reach(),
        rule.apiGroups(),
        List.of(),
        rule.resourceNames(),
        List.of(),
        rule.verbs(),
        rule.reasons());
  }

  private static Rule withoutReasons(Rule rule) {
    return rule.because(new TreeSet<>());
  }
}
