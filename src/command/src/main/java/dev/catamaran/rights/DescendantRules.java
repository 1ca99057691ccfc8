package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules for the objects of a chart. Who makes the releases creates, adopts, repairs and deletes
 * them. For its operations Helm needs no other verb: it reads an object before it creates, patches
 * or deletes it, and watches hooks. The operator itself watches them, and deletes what is left when
 * an account that made them is gone. Pure.
 */
final class DescendantRules {
  /** Create, for a missing object. */
  private static final List<String> OF_KEPT = List.of("create", "get", "list", "patch", "watch");

  private static final List<String> ALL =
      List.of("create", "delete", "get", "list", "patch", "watch");

  private static final List<String> SEEING = List.of("delete", "get", "list", "watch");

  /** A test's objects are Helm's alone. */
  private static final List<String> OF_TEST = List.of("create", "delete", "get", "list", "watch");

  private DescendantRules() {}

  static Stream<Rule> making(Run run, boolean withTests) {
    return run.objects(withTests)
        .flatMap(
            object ->
                rules(object.resource(), names(object, run), verbs(object), object.template()));
  }

  /** Returns the rules for objects of a kind that no values have rendered yet. */
  static Stream<Rule> making(ApiResource resource, String reason) {
    return rules(resource, List.of(), ALL, reason);
  }

  /** Returns the rules of the operator itself. */
  static Stream<Rule> seeing(Run run) {
    return run.objects(/* withTests= */ false)
        .flatMap(
            object -> {
              var verbs = new ArrayList<>(seen(object.resource()));
              verbs.retainAll(verbs(object));
              return Stream.concat(
                  rules(object.resource(), names(object, run), verbs, object.template()),
                  ofClass(object.resource()));
            });
  }

  /** Returns the rules of the operator itself for objects that no values have rendered yet. */
  static Stream<Rule> seeing(ApiResource resource, String reason) {
    return Stream.concat(rules(resource, List.of(), seen(resource), reason), ofClass(resource));
  }

  /** Which Secrets it may delete, {@link OperatorRights#ofStoredRevisions} says. */
  private static List<String> seen(ApiResource resource) {
    return resource.group().isEmpty() && resource.plural().equals("secrets")
        ? List.of("list", "watch")
        : SEEING;
  }

  private static List<String> names(RecordedObject object, Run run) {
    var resource = object.resource();
    return resource.namespaced()
        ? List.of()
        : run.names(resource.group(), resource.plural(), object.name());
  }

  private static Stream<Rule> rules(
      ApiResource resource, List<String> names, List<String> verbs, String reason) {
    var reach = resource.namespaced() ? Reach.NAMESPACE : Reach.CLUSTER;
    var named = new ArrayList<>(verbs);
    named.retainAll(HelmRules.NAMED_VERBS);
    var others = new ArrayList<>(verbs);
    others.removeAll(HelmRules.NAMED_VERBS);
    return Stream.of(
        Rule.of(reach, resource.group(), resource.plural(), names, named, List.of(reason)),
        Rule.of(reach, resource.group(), resource.plural(), others, reason));
  }

  /** Its class says whether a claim waits for a pod that needs it. */
  private static Stream<Rule> ofClass(ApiResource resource) {
    return resource.kind().equals("PersistentVolumeClaim")
        ? Stream.of(
            Rule.of(
                Reach.CLUSTER,
                "storage.k8s.io",
                "storageclasses",
                List.of("get"),
                "to know whether a claim waits for its first pod"))
        : Stream.of();
  }

  private static List<String> verbs(RecordedObject object) {
    if (object.isTest()) {
      return OF_TEST;
    }
    // Helm deletes a hook before it creates it again, also one that is to be kept.
    return object.isKept() && !object.isHook() ? OF_KEPT : ALL;
  }
}
