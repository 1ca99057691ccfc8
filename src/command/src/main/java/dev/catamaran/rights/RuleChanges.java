package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.util.Collection;
import java.util.List;

/**
 * What a role allows more and less after a change. Pure.
 *
 * @param added for people, in a stable order
 * @param removed for people, in a stable order
 */
public record RuleChanges(List<String> added, List<String> removed) {

  /** Compares two roles; one without rules allows nothing. */
  public static RuleChanges between(JsonNode before, JsonNode after) {
    var old = Rule.ofRole(before, Reach.CLUSTER, "a role").toList();
    var next = Rule.ofRole(after, Reach.CLUSTER, "a role").toList();
    return new RuleChanges(missing(next, old), missing(old, next));
  }

  private static List<String> missing(Collection<Rule> rules, Collection<Rule> others) {
    var missing = rules.stream().flatMap(Rule::split).map(rule -> rule.minus(others)).toList();
    return MergedRules.of(missing).stream().map(RuleChanges::text).toList();
  }

  private static String text(Rule rule) {
    var what = String.join(", ", rule.get(Field.URLS));
    if (what.isEmpty()) {
      var groups = String.join(", ", rule.get(Field.GROUPS)).replaceFirst("^(?=,|$)", "core");
      what = String.join(", ", rule.get(Field.RESOURCES)) + " of " + groups;
    }
    var names = String.join(", ", rule.get(Field.NAMES));
    return "%s on %s%s"
        .formatted(
            String.join(", ", rule.get(Field.VERBS)),
            what,
            names.isEmpty() ? "" : ", only " + names);
  }
}
