package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a role allows more and less after a change. Pure.
 *
 * @param added for people, in a stable order
 * @param removed for people, in a stable order
 */
public record RuleChanges(List<String> added, List<String> removed) {
  private static final String ALL = "*";
  private static final TreeSet<String> NO_REASONS = new TreeSet<>(List.of("a role"));

  /** Compares two roles; one without rules allows nothing. */
  public static RuleChanges between(JsonNode before, JsonNode after) {
    var old = single(before);
    var next = single(after);
    return new RuleChanges(texts(missing(next, old)), texts(missing(old, next)));
  }

  /** One rule for each group, resource, name and verb. */
  private static List<Rule> single(JsonNode role) {
    var rules = new ArrayList<Rule>();
    for (var rule : role.path("rules")) {
      for (var verb : texts(rule, "verbs")) {
        var urls = texts(rule, "nonResourceURLs");
        urls.forEach(url -> rules.add(rule(List.of(), List.of(), List.of(), List.of(url), verb)));
        for (var group : texts(rule, "apiGroups")) {
          for (var resource : texts(rule, "resources")) {
            names(rule)
                .map(names -> rule(List.of(group), List.of(resource), names, List.of(), verb))
                .forEach(rules::add);
          }
        }
      }
    }
    return rules;
  }

  private static Rule rule(
      List<String> groups,
      List<String> resources,
      List<String> names,
      List<String> urls,
      String verb) {
    return new Rule(Reach.CLUSTER, groups, resources, names, urls, List.of(verb), NO_REASONS);
  }

  private static Stream<List<String>> names(JsonNode rule) {
    var names = texts(rule, "resourceNames");
    return names.isEmpty() ? Stream.of(List.of()) : names.stream().map(List::of);
  }

  private static List<Rule> missing(List<Rule> rules, Collection<Rule> others) {
    var missing =
        rules.stream()
            .filter(rule -> others.stream().noneMatch(present -> covers(present, rule)))
            .toList();
    return MergedRules.of(missing);
  }

  private static boolean covers(Rule present, Rule wanted) {
    return covers(present.verbs(), wanted.verbs())
        && covers(present.apiGroups(), wanted.apiGroups())
        && covers(present.resources(), wanted.resources())
        && covers(present.nonResourceUrls(), wanted.nonResourceUrls())
        && (present.resourceNames().isEmpty()
            || present.resourceNames().equals(wanted.resourceNames()));
  }

  private static boolean covers(List<String> texts, List<String> others) {
    return texts.equals(others) || (texts.contains(ALL) && !others.isEmpty());
  }

  private static List<String> texts(List<Rule> rules) {
    return rules.stream().map(RuleChanges::text).toList();
  }

  private static String text(Rule rule) {
    var verbs = String.join(", ", rule.verbs());
    if (!rule.nonResourceUrls().isEmpty()) {
      return "%s on %s".formatted(verbs, String.join(", ", rule.nonResourceUrls()));
    }
    var groups = rule.apiGroups().stream().map(group -> group.isEmpty() ? "core" : group).toList();
    var names = rule.resourceNames();
    return "%s on %s of %s%s"
        .formatted(
            verbs,
            String.join(", ", rule.resources()),
            String.join(", ", groups),
            names.isEmpty() ? "" : ", only " + String.join(", ", names));
  }

  private static List<String> texts(JsonNode rule, String field) {
    return rule.path(field).valueStream().map(JsonNode::asText).toList();
  }
}
