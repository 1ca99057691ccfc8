package dev.catamaran.rights;

import dev.catamaran.recorder.RecordedLookup;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.release.CrdPolicy;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules for what Helm and the operator do for a release beside the objects of the chart ({@link
 * DescendantRules}) and its revisions. Pure.
 */
final class HelmRules {
  /** RBAC knows no name for the other verbs. */
  static final Set<String> NAMED_VERBS = Set.of("get", "update", "patch", "delete");

  private static final String DEFINITIONS_GROUP = "apiextensions.k8s.io";
  private static final String DEFINITIONS = "customresourcedefinitions";

  /** Kubernetes, cli-runtime/pkg/resource/visitor.go, asks for any other namespace. */
  private static final String DEFAULT_NAMESPACE = "default";

  private final Run run;

  private HelmRules(Run run) {
    this.run = run;
  }

  static Stream<Rule> of(Run run, boolean withTests, CrdPolicy crds) {
    var rules = new HelmRules(run);
    return Stream.of(
            rules.ofDefinitions(crds),
            run.lookups().map(rules::ofLookup),
            run.objects(withTests).filter(RecordedObject::isHook).flatMap(rules::ofPlace))
        .flatMap(found -> found);
  }

  /** The API server asks for both verbs if an apply creates an object. */
  private Stream<Rule> ofDefinitions(CrdPolicy crds) {
    var names = run.first().definitions();
    if (names.isEmpty() || !run.here().test("")) {
      return Stream.empty();
    }
    return switch (crds) {
      case SKIP -> Stream.empty();
      case CREATE -> Stream.of(ofDefinitions(Set.of(), "create"), awaited(names));
      case CREATE_REPLACE ->
          Stream.of(
              ofDefinitions(Set.of(), "create"), awaited(names), ofDefinitions(names, "patch"));
    };
  }

  /** Helm lists and watches one name until its kind is served, which RBAC can allow by name. */
  private Rule awaited(Set<String> names) {
    return ofDefinitions(names, "get", "list", "watch");
  }

  private Rule ofDefinitions(Set<String> names, String... verbs) {
    return Rule.of(
        Reach.CLUSTER,
        DEFINITIONS_GROUP,
        DEFINITIONS,
        names,
        List.of(verbs),
        List.of(run.first().chart() + "/crds"));
  }

  private Rule ofLookup(RecordedLookup lookup) {
    var resource = lookup.resource();
    boolean isInNamespace = !lookup.namespace().isEmpty();
    boolean isNamed = !lookup.name().isEmpty();
    return Rule.of(
        isInNamespace ? Reach.NAMESPACE : Reach.CLUSTER,
        resource.group(),
        resource.plural(),
        isNamed && !isInNamespace
            ? run.names(resource.group(), resource.plural(), lookup.name())
            : List.of(),
        List.of(isNamed ? "get" : "list"),
        reasons(lookup));
  }

  private Set<String> reasons(RecordedLookup lookup) {
    var templates =
        run.first().objects().stream()
            .filter(object -> object.resource().equals(lookup.resource()))
            .filter(object -> object.name().equals(lookup.name()))
            .filter(object -> object.namespace().equals(lookup.namespace()))
            .map(RecordedObject::template)
            .collect(Collectors.toSet());
    return templates.isEmpty() ? Set.of("lookups of the chart " + run.first().chart()) : templates;
  }

  /** Before Helm creates a hook, it waits until an earlier object of that name is gone. */
  private Stream<Rule> ofPlace(RecordedObject hook) {
    var namespace = hook.namespace();
    if (namespace.isEmpty() || namespace.equals(DEFAULT_NAMESPACE)) {
      return Stream.empty();
    }
    boolean isOwn = namespace.equals(run.first().namespace());
    boolean isFixed = run.second().hooks().anyMatch(it -> it.namespace().equals(namespace));
    return Stream.of(
        Rule.of(
            isOwn ? Reach.NAMESPACE : Reach.CLUSTER,
            "",
            "namespaces",
            isFixed ? List.of(namespace) : List.of(),
            List.of("get"),
            List.of("Helm, when an object is missing")));
  }
}
