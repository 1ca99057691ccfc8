package dev.catamaran.rights;

import dev.catamaran.recorder.Operation;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Request;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for Helm's own requests. Pure. */
final class HelmRules {
  /** RBAC knows no name for the other verbs. */
  static final Set<String> NAMED_VERBS = Set.of("get", "update", "patch", "delete");

  private static final String RELEASES = "sh.helm.release.v1.";
  private static final String NAMESPACES = "namespaces";
  private static final String DEFINITIONS = "customresourcedefinitions";

  private final Run run;

  private HelmRules(Run run) {
    this.run = run;
  }

  /** Returns the rules, without those for release Secrets. */
  static Stream<Rule> of(Run run, boolean withTests) {
    var rules = new HelmRules(run);
    return run.first().requests().stream()
        .filter(request -> withTests || request.operation() != Operation.TEST)
        .filter(request -> !isOfRelease(request))
        .map(rules::of);
  }

  /** Helm lists only its own Secrets; a template's list has the same verb. */
  private static boolean isOfRelease(Request request) {
    return request.group().isEmpty()
        && request.resource().equals("secrets")
        && (request.name().isEmpty() || request.name().startsWith(RELEASES));
  }

  private Rule of(Request request) {
    var resource =
        request.subresource().isEmpty()
            ? request.resource()
            : request.resource() + "/" + request.subresource();
    boolean isInNamespace = !request.namespace().isEmpty() || isOwnNamespace(request);
    var names =
        !isInNamespace && NAMED_VERBS.contains(request.verb())
            ? run.names(request.group(), request.resource(), request.name())
            : List.<String>of();
    return Rule.of(
        isInNamespace ? Reach.NAMESPACE : Reach.CLUSTER,
        request.group(),
        resource,
        names,
        verbs(request),
        reasons(request));
  }

  /** Before Kubernetes 1.32, a client that streams a list is refused, and lists instead. */
  private static List<String> verbs(Request request) {
    return request.verb().equals("watch") ? List.of("list", "watch") : List.of(request.verb());
  }

  private boolean isOwnNamespace(Request request) {
    return request.resource().equals(NAMESPACES)
        && request.verb().equals("get")
        && request.name().equals(run.first().namespace());
  }

  private Set<String> reasons(Request request) {
    var exact = templates(object -> isSame(object, request));
    var templates = exact.isEmpty() && request.name().isEmpty() ? ofResource(request) : exact;
    if (!templates.isEmpty()) {
      return templates;
    }
    if (request.resource().equals(DEFINITIONS)) {
      return Set.of(run.first().chart() + "/crds");
    }
    return Set.of(
        isOwnNamespace(request)
            ? "Helm, when an object is missing"
            : "lookups of the chart " + run.first().chart());
  }

  private Set<String> ofResource(Request request) {
    return templates(object -> isOf(object, request) && object.isHook());
  }

  private Set<String> templates(Predicate<RecordedObject> matching) {
    return run.first().objects().stream()
        .filter(matching)
        .map(RecordedObject::template)
        .collect(Collectors.toSet());
  }

  private static boolean isSame(RecordedObject object, Request request) {
    return isOf(object, request)
        && object.name().equals(request.name())
        && object.namespace().equals(request.namespace());
  }

  private static boolean isOf(RecordedObject object, Request request) {
    return object.resource().group().equals(request.group())
        && object.resource().plural().equals(request.resource());
  }
}
