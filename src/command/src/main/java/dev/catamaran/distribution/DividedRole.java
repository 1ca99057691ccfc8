package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.rights.MergedRules;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
  private static final TreeSet<String> NO_REASONS = new TreeSet<>(List.of("config/rbac"));

  /**
   * Divides a role. People may have edited it, so it is not the text of the generated rules.
   *
   * @param generated the rules that follow from charts and classes
   */
  static DividedRole of(JsonNode role, Collection<Rule> generated) {
    var divider = new Divider(generated, Discovery.snapshot());
    role.path("rules").valueStream().forEach(divider::divide);
    return new DividedRole(MergedRules.of(divider.namespaced), MergedRules.of(divider.inCluster));
  }

  /** Returns the rules as they are in a role. */
  static ArrayNode json(Collection<Rule> rules) {
    var list = Yaml.MAPPER.createArrayNode();
    for (var rule : rules) {
      var json = list.addObject();
      put(json.putArray("apiGroups"), rule.apiGroups());
      put(json.putArray("nonResourceURLs"), rule.nonResourceUrls());
      put(json.putArray("resourceNames"), rule.resourceNames());
      put(json.putArray("resources"), rule.resources());
      put(json.putArray("verbs"), rule.verbs());
      json.removeIf(JsonNode::isEmpty);
    }
    return list;
  }

  private static void put(ArrayNode into, List<String> texts) {
    texts.forEach(into::add);
  }

  private record Divider(
      Collection<Rule> generated,
      Discovery discovery,
      List<Rule> namespaced,
      List<Rule> inCluster) {

    Divider(Collection<Rule> generated, Discovery discovery) {
      this(generated, discovery, new ArrayList<>(), new ArrayList<>());
    }

    void divide(JsonNode rule) {
      var urls = texts(rule, "nonResourceURLs");
      if (!urls.isEmpty()) {
        inCluster.add(
            new Rule(
                Reach.CLUSTER,
                List.of(),
                List.of(),
                List.of(),
                urls,
                texts(rule, "verbs"),
                NO_REASONS));
      }
      for (var group : texts(rule, "apiGroups")) {
        texts(rule, "resources").forEach(resource -> divide(rule, group, resource));
      }
    }

    private void divide(JsonNode rule, String group, String resource) {
      var verbs = texts(rule, "verbs");
      var wide = verbs.stream().filter(verb -> isForCluster(group, resource, verb)).toList();
      var narrow = verbs.stream().filter(verb -> !wide.contains(verb)).toList();
      var names = texts(rule, "resourceNames");
      add(inCluster, Reach.CLUSTER, group, resource, names, wide);
      add(namespaced, Reach.NAMESPACE, group, resource, names, narrow);
    }

    private static void add(
        List<Rule> to,
        Reach reach,
        String group,
        String resource,
        List<String> names,
        List<String> verbs) {
      if (!verbs.isEmpty()) {
        to.add(Rule.of(reach, group, resource, names, verbs, NO_REASONS));
      }
    }

    /**
     * What no generated rule allows is a person's. A resource that nobody knows, and a wildcard,
     * may be outside of namespaces, so their rule stays whole.
     */
    private boolean isForCluster(String group, String resource, String verb) {
      var reaches = reaches(group, resource, rule -> rule.verbs().contains(verb));
      return reaches.isEmpty()
          ? !discovery
              .isNamespaced(group, resource)
              .orElseGet(() -> reaches(group, resource, rule -> true).contains(Reach.NAMESPACE))
          : reaches.contains(Reach.CLUSTER);
    }

    private Set<Reach> reaches(String group, String resource, Predicate<Rule> isCounted) {
      return generated.stream()
          .filter(rule -> rule.apiGroups().contains(group))
          .filter(rule -> rule.resources().contains(resource))
          .filter(isCounted)
          .map(Rule::reach)
          .collect(Collectors.toSet());
    }

    private static List<String> texts(JsonNode rule, String field) {
      return rule.path(field).valueStream().map(JsonNode::asText).toList();
    }
  }
}
