package dev.catamaran.rights;

import dev.catamaran.recorder.Discovery.ApiResource;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.util.List;

/** What the operator itself does, whatever the charts. Pure. */
public final class OperatorRights {
  private OperatorRights() {}

  public static List<Rule> ofReleases() {
    return List.of(
        Rule.parse(
            "NAMESPACE secrets create,delete,get,list,patch,update,watch: Helm stores the revisions of releases in Secrets"));
  }

  /**
   * Returns the rules of an operator whose releases accounts of a name make, in all watched
   * namespaces: it watches the revisions, and no role can limit that to Secrets of one type. It
   * acts as the accounts, and sees whether they are there.
   */
  public static List<Rule> ofReleasesOfAccounts(String name) {
    return List.of(
        Rule.parse(
            "NAMESPACE secrets list,watch: the accounts that make releases store their revisions in Secrets"),
        Rule.parse(
                "NAMESPACE serviceaccounts get,impersonate: the accounts of this name make releases")
            .with(Field.NAMES, List.of(name)));
  }

  /**
   * Returns the further rules of such an operator, in the namespaces of releases: it unlocks and
   * prunes the revisions itself, and creates none. It also deletes what is left of a release whose
   * account is gone.
   */
  public static List<Rule> ofStoredRevisions() {
    return List.of(
        Rule.parse(
            "NAMESPACE secrets delete,get,update: revisions, and Secrets of releases whose account is gone"));
  }

  public static List<Rule> ofAll() {
    return rules(
        """
        NAMESPACE events.events.k8s.io create,list,patch: Events about the custom resources, and those that say why their objects are not ready
        NAMESPACE pods list: to say why workloads are not ready
        CLUSTER customresourcedefinitions.apiextensions.k8s.io get,list,watch: to know which kinds are served
        """);
  }

  /** Returns the rules for values in ConfigMaps and Secrets, which primaries or watches name. */
  public static List<Rule> ofReferencedValues() {
    return rules(
        """
        NAMESPACE configmaps get,list,watch: values in ConfigMaps and Secrets
        NAMESPACE secrets get,list,watch: values in ConfigMaps and Secrets
        """);
  }

  /**
   * Returns the rules for the primaries of a kind with a chart. The operator writes their
   * finalizers with a patch, and their status by server-side apply. Where the admission plugin
   * OwnerReferencesPermissionEnforcement is on, an owner reference that blocks a deletion needs the
   * right to update the owner's finalizers.
   */
  public static List<Rule> ofPrimary(ApiResource primary) {
    return rules(
        """
        %1$s %2$s.%3$s get,list,patch,watch: the watched kind %4$s
        %1$s %2$s/status.%3$s patch,update: the watched kind %4$s
        %1$s %2$s/finalizers.%3$s patch,update: the watched kind %4$s
        """
            .formatted(
                Reach.of(primary.namespaced()), primary.plural(), primary.group(), primary.kind()));
  }

  /**
   * Returns the rule for an account that makes objects with an owner reference to a primary in
   * their namespace.
   */
  public static Rule ofOwner(String group, String plural) {
    return Rule.parse(
        "NAMESPACE %s/finalizers.%s update: owner references that block deletion, where OwnerReferencesPermissionEnforcement is on"
            .formatted(plural, group));
  }

  private static List<Rule> rules(String lines) {
    return lines.lines().map(Rule::parse).toList();
  }
}
