package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Rules that the operator needs because a chart's roles grant them: the API server forbids to grant
 * a right that the client lacks (Kubernetes, RBAC, privilege escalation prevention). Pure.
 */
final class GrantedRules {
  static final String RBAC = "rbac.authorization.k8s.io";
  private static final Set<String> ROLES = Set.of("roles", "clusterroles");
  private static final Set<String> BINDINGS = Set.of("rolebindings", "clusterrolebindings");

  private final Run run;
  private final Set<String> fixedNames;

  private GrantedRules(Run run) {
    this.run = run;
    this.fixedNames = resourceNames(run.second());
  }

  static Stream<Rule> of(Run run, boolean withTests) {
    var rules = new GrantedRules(run);
    return run.objects(withTests)
        .filter(object -> object.resource().group().equals(RBAC))
        .flatMap(rules::of);
  }

  private Stream<Rule> of(RecordedObject object) {
    if (ROLES.contains(object.resource().plural())) {
      return Stream.concat(granted(object), aggregated(object));
    }
    return BINDINGS.contains(object.resource().plural()) ? bound(object) : Stream.empty();
  }

  private Stream<Rule> granted(RecordedObject role) {
    var rules = new ArrayList<Rule>();
    for (var rule : role.content().path("rules")) {
      var names = texts(rule, "resourceNames");
      rules.add(
          new Rule(
              reach(role),
              texts(rule, "apiGroups"),
              texts(rule, "resources"),
              // The names differ between releases, and the operator may have any number of these.
              fixedNames.containsAll(names) ? names : List.of(),
              texts(rule, "nonResourceURLs"),
              texts(rule, "verbs"),
              new TreeSet<>(List.of(Rule.GRANTED + role.template()))));
    }
    return rules.stream();
  }

  /** An aggregated role may grant anything; its name is unknown to the check of its creation. */
  private static Stream<Rule> aggregated(RecordedObject role) {
    return isAggregated(role)
        ? Stream.of(
            Rule.of(
                Reach.CLUSTER,
                RBAC,
                role.resource().plural(),
                List.of("escalate"),
                "the aggregated role of " + role.template()))
        : Stream.empty();
  }

  private Stream<Rule> bound(RecordedObject binding) {
    var reference = binding.content().path("roleRef");
    var name = reference.path("name").asText();
    var resource = reference.path("kind").asText().equals("Role") ? "roles" : "clusterroles";
    boolean isOwn =
        run.first().objects().stream()
            .anyMatch(
                role ->
                    role.resource().group().equals(RBAC)
                        && role.resource().plural().equals(resource)
                        && role.name().equals(name)
                        && !isAggregated(role));
    return isOwn
        ? Stream.empty()
        : Stream.of(
            Rule.of(
                reach(binding),
                RBAC,
                resource,
                boundNames(run.second()).contains(name) ? List.of(name) : List.of(),
                List.of("bind"),
                List.of(Rule.BOUND + binding.template())));
  }

  static boolean isAggregated(RecordedObject role) {
    return role.content().has("aggregationRule");
  }

  private static Reach reach(RecordedObject object) {
    return object.resource().namespaced() ? Reach.NAMESPACE : Reach.CLUSTER;
  }

  private static Set<String> boundNames(Recording recording) {
    var names = new TreeSet<String>();
    recording
        .objects()
        .forEach(object -> names.add(object.content().path("roleRef").path("name").asText()));
    return names;
  }

  private static Set<String> resourceNames(Recording recording) {
    var names = new TreeSet<String>();
    recording
        .objects()
        .forEach(
            object ->
                object
                    .content()
                    .path("rules")
                    .forEach(rule -> names.addAll(texts(rule, "resourceNames"))));
    return names;
  }

  private static List<String> texts(JsonNode rule, String field) {
    var texts = new ArrayList<String>();
    rule.path(field).forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
