package dev.catamaran.rights;

import static dev.catamaran.rights.Rule.Field.GROUPS;
import static dev.catamaran.rights.Rule.Field.NAMES;
import static dev.catamaran.rights.Rule.Field.RESOURCES;
import static dev.catamaran.rights.Rule.Field.URLS;
import static dev.catamaran.rights.Rule.Field.VERBS;

import dev.catamaran.rights.Rule.Field;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Sentences about rules that a person should think about. Pure. */
final class Dangers {
  private static final String ALL = "*";
  private static final Set<String> POWERS = Set.of("bind", "escalate", "impersonate");

  private Dangers() {}

  /** Returns one sentence for each dangerous right, sorted. */
  static List<String> of(Collection<Rule> rules) {
    var sentences = new TreeSet<String>();
    for (var rule : rules) {
      var who = " (" + String.join(", ", rule.reasons()) + ")";
      if (Stream.of(VERBS, RESOURCES, GROUPS).anyMatch(field -> rule.get(field).contains(ALL))) {
        var groups = texts(rule, GROUPS, "all API groups").replaceAll("^$", "core");
        var resources = texts(rule, RESOURCES, "all resources") + " of " + groups;
        var what = rule.get(URLS).isEmpty() ? resources : texts(rule, URLS, "all URLs");
        var verbs = texts(rule, VERBS, "all verbs");
        sentences.add("the operator needs %s on %s".formatted(verbs, what) + who);
      }
      rule.get(VERBS).stream()
          .filter(POWERS::contains)
          .forEach(verb -> sentences.add(power(verb, rule) + who));
    }
    return List.copyOf(sentences);
  }

  private static String texts(Rule rule, Field field, String all) {
    return rule.get(field).contains(ALL) ? all : String.join(", ", rule.get(field));
  }

  private static String power(String verb, Rule rule) {
    var names = String.join(", ", rule.get(NAMES));
    var resources = String.join(", ", rule.get(RESOURCES));
    if (rule.get(NAMES).contains("cluster-admin")) {
      return "the operator can give all permissions away: it needs to bind cluster-admin";
    }
    return names.isEmpty() || !verb.equals("bind")
        ? "the operator needs to %s %s, which can lead to more permissions"
            .formatted(verb, resources)
        : "the operator needs to bind %s %s".formatted(resources, names);
  }
}
