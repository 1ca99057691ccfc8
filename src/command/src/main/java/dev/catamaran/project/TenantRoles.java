package dev.catamaran.project;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.rights.AccountManifest;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Placement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The accounts of a namespace that make releases, with a role for each kind. */
final class TenantRoles {
  private final String namespace;
  private final Optional<AccountManifest> operator;
  private final SortedMap<RolePlace, List<Rule>> roles = new TreeMap<>();
  private final SortedMap<RolePlace, List<Rule>> elsewhere = new TreeMap<>();

  /** A role in one namespace, and who has it. */
  private record RolePlace(String namespace, String role, AccountManifest account)
      implements Comparable<RolePlace> {
    @Override
    public int compareTo(RolePlace other) {
      return (namespace + " " + role).compareTo(other.namespace + " " + other.role);
    }
  }

  /**
   * Begins without a kind.
   *
   * @param namespace of the primaries
   * @param operator that looks after the releases, if it is known
   */
  TenantRoles(String namespace, Optional<AccountManifest> operator) {
    this.namespace = namespace;
    this.operator = operator;
  }

  /**
   * Adds a kind.
   *
   * @param plural name of its resource
   * @param accountName of the account that makes its releases
   * @param ofCharts rights for the objects of its charts
   * @param elsewhere rights for those in namespaces that the charts themselves name
   */
  void add(
      GroupVersionKind gvk,
      String plural,
      Placement placement,
      String accountName,
      Collection<Rule> ofCharts,
      Map<String, List<Rule>> elsewhere) {
    var account = new AccountManifest(namespace, accountName);
    // The same in each run, whatever the other kinds.
    var role = "%s-%s.%s".formatted(accountName, gvk.kind().toLowerCase(Locale.ROOT), gvk.group());
    var ofReleases = rules(new RolePlace(releases(placement), role, account));
    ofReleases.addAll(OperatorRights.ofReleases());
    ofReleases.add(OperatorRights.ofOwner(gvk.group(), plural));
    ofReleases.addAll(ofCharts);
    // Values are beside the primary.
    rules(new RolePlace(namespace, role, account)).addAll(OperatorRights.ofReferencedValues());
    var kept = OperatorRights.ofStoredRevisions();
    ofOperator(releases(placement)).ifPresent(place -> rules(place).addAll(kept));
    // Other namespaces have a role there, too.
    elsewhere.forEach(
        (place, rules) -> {
          this.elsewhere.put(new RolePlace(place, namespace + "-" + role, account), rules);
          ofOperator(place).ifPresent(own -> this.elsewhere.put(own, kept));
        });
  }

  /** Returns the place of the operator's own role in a namespace with objects of releases. */
  private Optional<RolePlace> ofOperator(String place) {
    return operator.map(account -> new RolePlace(place, account.name() + "-revisions", account));
  }

  private List<Rule> rules(RolePlace place) {
    return roles.computeIfAbsent(place, key -> new ArrayList<>());
  }

  /** Returns where the releases of primaries in the namespace are, as far as that is known. */
  private String releases(Placement placement) {
    var template = placement.targetNamespace();
    if (template.isChosenByPrimary()) {
      return namespace;
    }
    var primary = JsonNodeFactory.instance.objectNode();
    primary.putObject("metadata").put("namespace", namespace);
    try {
      return template.of(primary);
    } catch (NameTemplate.UnresolvedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a sentence about a kind whose primaries say where their releases are. */
  Optional<String> chosenPlace(GroupVersionKind gvk, Placement placement, String account) {
    var template = placement.targetNamespace();
    return template.isChosenByPrimary()
        ? Optional.of(
            "%s: its primaries say where their releases are (targetNamespace: %s). The role is for releases in %s; make it in the other namespaces too, and bind it to %s"
                .formatted(gvk.kind(), template.text(), namespace, account))
        : Optional.empty();
  }

  /** Returns what no Role can allow, for people; empty for nothing that is sure to be needed. */
  static String outside(Collection<Rule> rules) {
    return rules.stream()
        .filter(rule -> rule.reach() == Reach.CLUSTER && !rule.isUnrendered())
        .flatMap(rule -> Stream.concat(rule.resources().stream(), rule.nonResourceUrls().stream()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Returns YAML for kubectl, of what Roles can allow. */
  String text() {
    return text(/* cluster= */ false);
  }

  /** Returns the same with ClusterRoles for the rest, which kustomize can move to a namespace. */
  String textWithClusterRoles() {
    return text(/* cluster= */ true);
  }

  /** Returns all: also the Roles in namespaces that the charts themselves name. */
  String textOfAll() {
    var documents = new ArrayList<String>(List.of(text(/* cluster= */ true)));
    elsewhere.forEach(
        (place, rules) ->
            documents.add(
                place
                    .account()
                    .with(RoleManifest.role(place.role(), Map.of(), rules), place.namespace())));
    return String.join("---\n", documents);
  }

  private String text(boolean cluster) {
    var documents = new ArrayList<String>();
    roles.keySet().stream()
        .map(RolePlace::account)
        .filter(account -> !operator.equals(Optional.of(account)))
        .distinct()
        .sorted(Comparator.comparing(AccountManifest::name))
        .forEach(account -> documents.add(account.text()));
    roles.forEach(
        (place, rules) -> {
          var bound = place.account();
          documents.add(
              bound.with(RoleManifest.role(place.role(), Map.of(), rules), place.namespace()));
          var rest = RoleManifest.rest(namespace + "-" + place.role(), Map.of(), rules);
          if (cluster && !rest.rules().isEmpty()) {
            documents.add(bound.with(rest));
          }
        });
    return String.join("---\n", documents);
  }
}
