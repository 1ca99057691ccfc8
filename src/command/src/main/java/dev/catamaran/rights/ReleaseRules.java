package dev.catamaran.rights;

import static dev.catamaran.rights.Rule.Field.NAMES;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedLookup;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.Rule.Reach;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules for the releases of a chart, beside those for their revisions. Pure.
 *
 * <p>Who makes the releases creates, adopts, repairs and deletes the objects of the chart. For its
 * operations Helm needs no other verb: it reads an object before it creates, patches or deletes it,
 * and watches hooks. The operator itself watches them, and deletes what is left when an account
 * that made them is gone. What the chart's roles grant, who makes them needs too: the API server
 * forbids to grant a right that the client lacks (Kubernetes, RBAC, privilege escalation
 * prevention).
 *
 * @param run the recordings
 * @param tests whether the operator runs the chart's tests
 */
record ReleaseRules(Run run, boolean tests) {
  private static final String RBAC = "rbac.authorization.k8s.io";

  private static final Set<String> ROLES = Set.of("roles", "clusterroles");
  private static final Set<String> BINDINGS = Set.of("rolebindings", "clusterrolebindings");

  /** RBAC knows no name for the other verbs. */
  private static final Set<String> NAMED_VERBS = Set.of("get", "update", "patch", "delete");

  private static final List<String> MAKING =
      List.of("create", "delete", "get", "list", "patch", "watch");

  private static final List<String> SEEING = List.of("delete", "get", "list", "watch");

  /** Kubernetes, cli-runtime/pkg/resource/visitor.go, asks for any other namespace. */
  private static final String DEFAULT_NAMESPACE = "default";

  /** Returns the rules of who makes the releases: an account, or the operator itself. */
  Stream<Rule> making(CrdPolicy crds) {
    return Stream.of(
            definitions(crds),
            run.lookups().map(this::lookup),
            run.objects(tests).filter(RecordedObject::isHook).flatMap(this::place),
            run.objects(tests).flatMap(object -> rules(object, MAKING)),
            run.objects(tests).filter(object -> isRbac(object, ROLES)).flatMap(this::granted),
            run.objects(tests).filter(object -> isRbac(object, BINDINGS)).flatMap(this::bound))
        .flatMap(rules -> rules);
  }

  /** Returns the rules of the operator itself, whoever makes the releases. */
  Stream<Rule> seeing() {
    return run.objects(/* withTests= */ false)
        .flatMap(
            object ->
                Stream.concat(rules(object, seen(object.resource())), ofClass(object.resource())));
  }

  /** The same as {@link #making} for objects of a kind that no values have rendered yet. */
  static Stream<Rule> making(ApiResource resource, String template) {
    return rules(resource, List.of(), MAKING, Rule.UNRENDERED + template);
  }

  /** The same as {@link #seeing} for objects of a kind that no values have rendered yet. */
  static Stream<Rule> seeing(ApiResource resource, String template) {
    return Stream.concat(
        rules(resource, List.of(), seen(resource), Rule.UNRENDERED + template), ofClass(resource));
  }

  /** Which Secrets it may delete, {@link OperatorRights#ofStoredRevisions} says. */
  private static List<String> seen(ApiResource resource) {
    return resource.group().isEmpty() && resource.plural().equals("secrets")
        ? List.of("list", "watch")
        : SEEING;
  }

  /** Its class says whether a claim waits for a pod that needs it. */
  private static Stream<Rule> ofClass(ApiResource resource) {
    return resource.kind().equals("PersistentVolumeClaim")
        ? Stream.of(
            Rule.parse(
                "CLUSTER storageclasses.storage.k8s.io get: to know whether a claim waits for its first pod"))
        : Stream.of();
  }

  private Stream<Rule> rules(RecordedObject object, List<String> verbs) {
    var resource = object.resource();
    var names = resource.namespaced() ? List.<String>of() : run.names(resource, object.name());
    var needed = verbs.stream().filter(verb -> isNeeded(verb, object)).toList();
    return rules(resource, names, needed, object.template());
  }

  private static boolean isNeeded(String verb, RecordedObject object) {
    return switch (verb) {
      // A test's objects are Helm's alone.
      case "patch" -> !object.isTest();
      // Helm deletes a hook before it creates it again, also one that is to be kept.
      case "delete" -> object.isHook() || !object.isKept();
      default -> true;
    };
  }

  private static Stream<Rule> rules(
      ApiResource resource, List<String> names, List<String> verbs, String reason) {
    return verbs.stream()
        .collect(Collectors.partitioningBy(NAMED_VERBS::contains))
        .entrySet()
        .stream()
        .map(
            half ->
                Rule.of(
                        Reach.of(resource.namespaced()),
                        resource.group(),
                        resource.plural(),
                        half.getValue(),
                        reason)
                    .with(NAMES, half.getKey() ? names : List.of()));
  }

  /** The API server asks for both verbs if an apply creates an object. */
  private Stream<Rule> definitions(CrdPolicy crds) {
    var names = run.first().definitions();
    if (names.isEmpty() || !run.here().test("")) {
      return Stream.empty();
    }
    var creating = definitions("create");
    // Helm lists and watches one name until its kind is served, which RBAC can allow by name.
    var awaiting = definitions("get,list,watch").with(NAMES, names);
    return switch (crds) {
      case SKIP -> Stream.empty();
      case CREATE -> Stream.of(creating, awaiting);
      case CREATE_REPLACE -> Stream.of(creating, awaiting, definitions("patch").with(NAMES, names));
    };
  }

  private Rule definitions(String verbs) {
    return Rule.parse(
        "CLUSTER customresourcedefinitions.apiextensions.k8s.io %s: %s/crds"
            .formatted(verbs, run.first().chart()));
  }

  private Rule lookup(RecordedLookup lookup) {
    var resource = lookup.resource();
    boolean isInNamespace = !lookup.namespace().isEmpty();
    boolean isNamed = !lookup.name().isEmpty();
    var templates =
        run.first().objects().stream()
            .filter(object -> object.resource().equals(resource))
            .filter(object -> object.name().equals(lookup.name()))
            .filter(object -> object.namespace().equals(lookup.namespace()))
            .map(RecordedObject::template)
            .toArray(String[]::new);
    var chart = new String[] {"lookups of the chart " + run.first().chart()};
    return Rule.of(
            Reach.of(isInNamespace),
            resource.group(),
            resource.plural(),
            List.of(isNamed ? "get" : "list"),
            templates.length > 0 ? templates : chart)
        .with(NAMES, isNamed && !isInNamespace ? run.names(resource, lookup.name()) : List.of());
  }

  /** Before Helm creates a hook, it waits until an earlier object of that name is gone. */
  private Stream<Rule> place(RecordedObject hook) {
    var namespace = hook.namespace();
    if (namespace.isEmpty() || namespace.equals(DEFAULT_NAMESPACE)) {
      return Stream.empty();
    }
    boolean isOwn = namespace.equals(run.first().namespace());
    boolean isFixed = run.second().hooks().anyMatch(it -> it.namespace().equals(namespace));
    return Stream.of(
        Rule.parse(Reach.of(isOwn) + " namespaces get: Helm, when an object is missing")
            .with(NAMES, isFixed ? List.of(namespace) : List.of()));
  }

  static boolean isRbac(ApiResource resource) {
    return resource.group().equals(RBAC);
  }

  private static boolean isRbac(RecordedObject object, Set<String> plurals) {
    return isRbac(object.resource()) && plurals.contains(object.resource().plural());
  }

  private Stream<Rule> granted(RecordedObject role) {
    // Names that differ between releases: the operator may have any number of these.
    var fixed =
        run.second().objects().stream()
            .flatMap(object -> Rule.ofRole(object.content(), Reach.CLUSTER, ""))
            .flatMap(rule -> rule.get(NAMES).stream())
            .collect(Collectors.toSet());
    var reach = Reach.of(role.resource().namespaced());
    var rules =
        Rule.ofRole(role.content(), reach, Rule.GRANTED + role.template())
            .map(rule -> fixed.containsAll(rule.get(NAMES)) ? rule : rule.with(NAMES, List.of()));
    // An aggregated role may grant anything; its name is unknown to the check of its creation.
    var escalating =
        Rule.parse(
            "CLUSTER %s.%s escalate: the aggregated role of %s"
                .formatted(role.resource().plural(), RBAC, role.template()));
    return isAggregated(role) ? Stream.concat(rules, Stream.of(escalating)) : rules;
  }

  private Stream<Rule> bound(RecordedObject binding) {
    var reference = binding.content().path("roleRef");
    var name = reference.path("name").asText();
    var resource = reference.path("kind").asText().equals("Role") ? "roles" : "clusterroles";
    boolean isOwn =
        run.first().objects().stream()
            .anyMatch(
                role ->
                    isRbac(role, Set.of(resource))
                        && role.name().equals(name)
                        && !isAggregated(role));
    boolean isFixed =
        run.second().objects().stream()
            .anyMatch(other -> other.content().at("/roleRef/name").asText().equals(name));
    var rule =
        Rule.of(
                Reach.of(binding.resource().namespaced()),
                RBAC,
                resource,
                List.of("bind"),
                Rule.BOUND + binding.template())
            .with(NAMES, isFixed ? List.of(name) : List.of());
    return isOwn ? Stream.empty() : Stream.of(rule);
  }

  private static boolean isAggregated(RecordedObject role) {
    return role.content().has("aggregationRule");
  }
}
