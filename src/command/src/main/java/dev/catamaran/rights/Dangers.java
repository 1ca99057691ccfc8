package dev.catamaran.rights;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Sentences about rules that a person should think about. Pure. */
final class Dangers {
  private static final String ALL = "*";
  private static final Set<String> POWERS = Set.of("bind", "escalate", "impersonate");
  private static final String ADMIN = "cluster-admin";

  private Dangers() {}

  /** Returns one sentence for each dangerous right, sorted. */
  static List<String> of(Collection<Rule> rules) {
    var sentences = new TreeSet<String>();
    for (var rule : rules) {
      var who = String.join(", ", rule.reasons());
      if (isWild(rule)) {
        sentences.add(
            "the operator needs %s on %s of %s (%s)"
                .formatted(
                    all("verbs", rule.verbs()),
                    all("resources", rule.resources()),
                    all("API groups", rule.apiGroups()),
                    who));
      }
      rule.verbs().stream()
          .filter(POWERS::contains)
          .forEach(verb -> sentences.add(power(verb, rule, who)));
    }
    return List.copyOf(sentences);
  }

  private static boolean isWild(Rule rule) {
    return rule.verbs().contains(ALL)
        || rule.resources().contains(ALL)
        || rule.apiGroups().contains(ALL);
  }

  private static String all(String what, List<String> texts) {
    return texts.contains(ALL) ? "all " + what : String.join(", ", texts).replaceAll("^$", "core");
  }

  private static String power(String verb, Rule rule, String who) {
    var what = rule.resources().stream().toList();
    if (rule.resourceNames().contains(ADMIN)) {
      return "the operator can give all permissions away: it needs to bind cluster-admin (%s)"
          .formatted(who);
    }
    return rule.resourceNames().isEmpty() || !verb.equals("bind")
        ? "the operator needs to %s %s, which can lead to more permissions (%s)"
            .formatted(verb, String.join(", ", what), who)
        : "the operator needs to bind %s %s (%s)"
            .formatted(String.join(", ", what), String.join(", ", rule.resourceNames()), who);
  }
}
