package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.rights.MergedRules;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The rules of a role, divided by the place where an operator of certain namespaces needs them.
 * Together they allow exactly what the role allows.
 *
 * @param namespaced rules for each watched namespace
 * @param inCluster rules for the whole cluster
 */
record DividedRole(List<Rule> namespaced, List<Rule> inCluster) {
  /**
   * Divides a role. People may have edited it, so it is not the text of the generated rules.
   *
   * @param generated the rules that follow from charts and classes
   */
  static DividedRole of(JsonNode role, Collection<Rule> generated) {
    var divider = new Divider(generated);
    var rules = Rule.ofRole(role, Reach.CLUSTER, "config/rbac").flatMap(Rule::split).toList();
    return new DividedRole(
        MergedRules.of(rules.stream().map(rule -> divider.part(rule, false)).toList()),
        MergedRules.of(rules.stream().map(rule -> divider.part(rule, true)).toList()));
  }

  /** Returns the rules as they are in a role. */
  static ArrayNode json(Collection<Rule> rules) {
    var list = Yaml.MAPPER.createArrayNode();
    for (var rule : rules) {
      var json = list.addObject();
      rule.fields().forEach((field, texts) -> texts.forEach(json.putArray(field.key)::add));
    }
    return list;
  }

  private record Divider(Collection<Rule> generated) {

    /** Returns the verbs of a rule for the whole cluster, or the others. */
    Rule part(Rule rule, boolean isForCluster) {
      return rule.with(
          Field.VERBS,
          rule.get(Field.VERBS).stream()
              .filter(verb -> isForCluster(rule, verb) == isForCluster)
              .toList());
    }

    /**
     * What no generated rule allows is a person's. A resource that nobody knows, and a wildcard,
     * may be outside of namespaces, so their rule stays whole.
     */
    private boolean isForCluster(Rule rule, String verb) {
      if (!rule.get(Field.URLS).isEmpty()) {
        return true;
      }
      var resource = rule.get(Field.RESOURCES).first();
      var group = rule.get(Field.GROUPS).first();
      var reaches = reaches(group, resource, found -> found.get(Field.VERBS).contains(verb));
      return reaches.isEmpty()
          ? !Discovery.isNamespaced(group, resource)
              .orElseGet(() -> reaches(group, resource, found -> true).contains(Reach.NAMESPACE))
          : reaches.contains(Reach.CLUSTER);
    }

    private Set<Reach> reaches(String group, String resource, Predicate<Rule> isCounted) {
      return generated.stream()
          .filter(rule -> rule.get(Field.GROUPS).contains(group))
          .filter(rule -> rule.get(Field.RESOURCES).contains(resource))
          .filter(isCounted)
          .map(Rule::reach)
          .collect(Collectors.toSet());
    }
  }
}
