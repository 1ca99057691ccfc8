package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules for the objects of a chart. The operator watches and adopts them, repairs them, creates
 * missing ones and deletes what is left. For its operations Helm needs no other verb: it reads an
 * object before it creates, patches or deletes it, and watches hooks. Pure.
 */
final class DescendantRules {
  /** Create, for a missing object. */
  private static final List<String> OF_KEPT = List.of("create", "get", "list", "patch", "watch");

  private static final List<String> ALL =
      List.of("create", "delete", "get", "list", "patch", "watch");

  /** A test's objects are Helm's alone. */
  private static final List<String> OF_TEST = List.of("create", "delete", "get", "list", "watch");

  private DescendantRules() {}

  static Stream<Rule> of(Run run, boolean withTests) {
    return run.objects(withTests).flatMap(object -> of(object, run));
  }

  private static Stream<Rule> of(RecordedObject object, Run run) {
    var resource = object.resource();
    var names =
        resource.namespaced()
            ? List.<String>of()
            : run.names(resource.group(), resource.plural(), object.name());
    return rules(resource, names, verbs(object), object.template());
  }

  /** Returns the rules for objects of a kind that no values have rendered yet. */
  static Stream<Rule> of(ApiResource resource, String reason) {
    return rules(resource, List.of(), ALL, reason);
  }

  private static Stream<Rule> rules(
      ApiResource resource, List<String> names, List<String> verbs, String reason) {
    var reach = resource.namespaced() ? Reach.NAMESPACE : Reach.CLUSTER;
    var named = new ArrayList<>(verbs);
    named.retainAll(HelmRules.NAMED_VERBS);
    var others = new ArrayList<>(verbs);
    others.removeAll(HelmRules.NAMED_VERBS);
    return Stream.concat(
        Stream.of(
            Rule.of(reach, resource.group(), resource.plural(), names, named, List.of(reason)),
            Rule.of(reach, resource.group(), resource.plural(), others, reason)),
        ofClass(resource));
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
