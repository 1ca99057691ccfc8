package dev.catamaran.rights;

import static dev.catamaran.rights.Rule.Field.GROUPS;
import static dev.catamaran.rights.Rule.Field.NAMES;
import static dev.catamaran.rights.Rule.Field.RESOURCES;
import static dev.catamaran.rights.Rule.Field.URLS;
import static dev.catamaran.rights.Rule.Field.VERBS;

import dev.catamaran.rights.Rule.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Merges rules as controller-gen does: the verbs of a resource, then the names and the resources
 * with equal verbs. Rules for templates that no recorded values rendered stay apart, so that a
 * person can remove them; rules that roles of the chart grant share none with others. Pure.
 */
public final class MergedRules {
  private static final List<String> UNRENDERED = List.of(Rule.UNRENDERED);
  private static final List<String> PREFIXES = List.of(Rule.UNRENDERED, Rule.GRANTED, Rule.BOUND);

  private static final Comparator<Rule> ORDER =
      Stream.of(URLS, GROUPS, RESOURCES, NAMES, VERBS)
          .map(field -> Comparator.comparing((Rule rule) -> String.join(",", rule.get(field))))
          .reduce(Comparator::thenComparing)
          .orElseThrow();

  private MergedRules() {}

  /** Returns rules that allow exactly the same, in a stable order. */
  public static List<Rule> of(Collection<Rule> rules) {
    var single =
        merged(
            rules.stream().flatMap(Rule::split).filter(rule -> !rule.get(VERBS).isEmpty()),
            rule -> key(rule, UNRENDERED, VERBS));
    // Only equal restrictions are united: a rule without names allows all objects.
    var named =
        merged(
            withoutCovered(single),
            rule -> List.of(key(rule, PREFIXES, NAMES), rule.get(NAMES).isEmpty()));
    return merged(named.stream(), rule -> key(rule, PREFIXES, RESOURCES, URLS)).stream()
        .sorted(ORDER)
        .toList();
  }

  /** Unites the rules with equal keys. */
  private static Collection<Rule> merged(Stream<Rule> rules, Function<Rule, List<Object>> key) {
    return rules
        .collect(Collectors.toMap(key, rule -> rule, Rule::united, LinkedHashMap::new))
        .values();
  }

  /** Returns all of a rule but some fields, and the prefix that all its reasons have, if any. */
  private static List<Object> key(Rule rule, List<String> prefixes, Field... without) {
    var fields = new LinkedHashMap<>(rule.fields());
    fields.keySet().removeAll(List.of(without));
    var common =
        prefixes.stream()
            .filter(prefix -> rule.reasons().stream().allMatch(it -> it.startsWith(prefix)))
            .toList();
    return List.of(rule.reach(), fields, common);
  }

  /**
   * Removes verbs on named objects, and for templates that were not rendered, that a rule for all
   * objects of the resource allows too.
   */
  private static Stream<Rule> withoutCovered(Collection<Rule> rules) {
    var general = new LinkedHashMap<List<Object>, Rule>();
    rules.stream().filter(MergedRules::isGeneral).forEach(rule -> general.put(place(rule), rule));
    var special = new ArrayList<Rule>();
    for (var rule : rules.stream().filter(rule -> !isGeneral(rule)).toList()) {
      var covering = general.get(place(rule));
      var left = covering == null ? rule : without(covering.get(VERBS), rule);
      if (covering == null || !left.get(VERBS).isEmpty()) {
        special.add(left);
      } else {
        general.put(place(rule), covering.withReasons(rule.reasons()));
      }
    }
    return Stream.concat(general.values().stream(), special.stream());
  }

  private static Rule without(Set<String> verbs, Rule rule) {
    return rule.with(
        VERBS,
        rule.get(VERBS).stream()
            .filter(verb -> !verbs.contains(verb) && !verbs.contains("*"))
            .toList());
  }

  private static boolean isGeneral(Rule rule) {
    return rule.get(NAMES).isEmpty() && !rule.isUnrendered();
  }

  private static List<Object> place(Rule rule) {
    return key(rule, List.of(), NAMES, VERBS);
  }
}
