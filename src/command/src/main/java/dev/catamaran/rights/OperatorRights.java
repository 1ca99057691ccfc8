package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import java.util.List;

/** What the operator itself does, whatever the charts. Pure. */
public final class OperatorRights {
  private OperatorRights() {}

  /** Returns the rules of every operator with a chart. */
  public static List<Rule> ofReleases() {
    return List.of(
        Rule.of(
            Reach.NAMESPACE,
            "",
            "secrets",
            List.of("create", "delete", "get", "list", "patch", "update", "watch"),
            "Helm stores the revisions of releases in Secrets"));
  }

  /**
   * Returns the rules of an operator whose releases accounts make, in all watched namespaces: it
   * watches the revisions, and no role can limit that to Secrets of one type.
   */
  public static List<Rule> ofReleasesOfAccounts() {
    return List.of(
        Rule.of(
            Reach.NAMESPACE,
            "",
            "secrets",
            List.of("list", "watch"),
            "the accounts that make releases store their revisions in Secrets"));
  }

  /**
   * Returns the further rules of such an operator, in the namespaces of releases: it unlocks and
   * prunes the revisions itself, and creates none. It also deletes what is left of a release whose
   * account is gone.
   */
  public static List<Rule> ofStoredRevisions() {
    return List.of(
        Rule.of(
            Reach.NAMESPACE,
            "",
            "secrets",
            List.of("delete", "get", "update"),
            "revisions, and Secrets of releases whose account is gone"));
  }

  /** Returns the rule to act as the accounts of a name, and to see whether they are there. */
  public static Rule ofAccount(String name) {
    return Rule.of(
        Reach.NAMESPACE,
        "",
        "serviceaccounts",
        List.of(name),
        List.of("get", "impersonate"),
        List.of("the accounts of this name make releases"));
  }

  /** Returns the rules of every operator. */
  public static List<Rule> ofAll() {
    return List.of(
        Rule.of(
            Reach.NAMESPACE,
            "events.k8s.io",
            "events",
            List.of("create", "list", "patch"),
            "Events about the custom resources, and those that say why their objects are not ready"),
        Rule.of(Reach.NAMESPACE, "", "pods", List.of("list"), "to say why workloads are not ready"),
        Rule.of(
            Reach.CLUSTER,
            "apiextensions.k8s.io",
            "customresourcedefinitions",
            List.of("get", "list", "watch"),
            "to know which kinds are served"));
  }

  /** Returns the rules for values in ConfigMaps and Secrets, which primaries or watches name. */
  public static List<Rule> ofReferencedValues() {
    return List.of("configmaps", "secrets").stream()
        .map(
            resource ->
                Rule.of(
                    Reach.NAMESPACE,
                    "",
                    resource,
                    List.of("get", "list", "watch"),
                    "values in ConfigMaps and Secrets"))
        .toList();
  }

  /**
   * Returns the rules for the primaries of a kind with a chart. The operator writes their
   * finalizers with a patch, and their status by server-side apply. Where the admission plugin
   * OwnerReferencesPermissionEnforcement is on, an owner reference that blocks a deletion needs the
   * right to update the owner's finalizers.
   */
  public static List<Rule> ofPrimary(ApiResource primary) {
    var reach = primary.namespaced() ? Reach.NAMESPACE : Reach.CLUSTER;
    var reason = "the watched kind " + primary.kind();
    return List.of(
        Rule.of(
            reach,
            primary.group(),
            primary.plural(),
            List.of("get", "list", "patch", "watch"),
            reason),
        written(reach, primary, "status", reason),
        written(reach, primary, "finalizers", reason));
  }

  /**
   * Returns the rule for an account that makes objects with an owner reference to a primary in
   * their namespace.
   */
  public static Rule ofOwner(String group, String plural) {
    return Rule.of(
        Reach.NAMESPACE,
        group,
        plural + "/finalizers",
        List.of("update"),
        "owner references that block deletion, where OwnerReferencesPermissionEnforcement is on");
  }

  private static Rule written(Reach reach, ApiResource primary, String subresource, String reason) {
    return Rule.of(
        reach,
        primary.group(),
        primary.plural() + "/" + subresource,
        List.of("patch", "update"),
        reason);
  }
}
