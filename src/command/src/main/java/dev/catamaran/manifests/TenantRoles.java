package dev.catamaran.manifests;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.RoleManifest.AccountManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Watch.Placement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The accounts that make releases. For each kind there is one ClusterRole, which grows with the
 * kind's charts; in each namespace there is the account, and a RoleBinding to the ClusterRole.
 */
public final class TenantRoles {
  /** Only a project with this file has accounts for its samples. */
  public static final String LIST = "config/tenant/kustomization.yaml";

  public static final String ACCOUNTS = "config/tenant/account.yaml";

  /** That of the samples; the kustomization may replace it. */
  private static final String OF_SAMPLES = "default";

  private final Optional<AccountManifest> operator;
  private final SortedMap<String, Set<Rule>> roles = new TreeMap<>();
  private final SortedSet<Binding> bindings = new TreeSet<>(Binding.ORDER);

  private record Binding(String namespace, String role, AccountManifest account) {
    static final Comparator<Binding> ORDER =
        Comparator.comparing(Binding::namespace)
            .thenComparing(Binding::role)
            .thenComparing(each -> each.account().namespace());
  }

  /**
   * Begins without a kind.
   *
   * @param operator that looks after the releases, if it is known
   */
  TenantRoles(Optional<AccountManifest> operator) {
    this.operator = operator;
  }

  /**
   * Adds a kind of a project in the namespace of the samples, if an account makes its releases.
   * {@code make install} applies the result, so a new project needs no further step. It has
   * ClusterRoles, but only for what the charts surely do outside of namespaces.
   */
  List<String> addSample(
      ProjectApi api, ApiCharts charts, Function<RecordedChart, ChartRights> ofCharts) {
    var placement = charts.placement();
    if (placement.serviceAccount().isEmpty()) {
      return List.of();
    }
    var account = placement.serviceAccount().get();
    var rules =
        charts.ofAccount(ofCharts).stream()
            .filter(rule -> rule.reach() != Reach.CLUSTER || !rule.isUnrendered())
            .toList();
    add(OF_SAMPLES, api.gvk(), api.plural(), placement, account, rules);
    var notes = new ArrayList<String>();
    elsewhere(api.kind(), charts.places(ofCharts)).ifPresent(notes::add);
    chosenPlace(api.gvk(), placement, account).ifPresent(notes::add);
    var outside = outside(rules);
    if (!outside.isEmpty()) {
      notes.add(
          "%s: the chart needs permissions outside of namespaces (%s), so %s has a ClusterRole for its account. Whoever may create pods in the namespace can use the account %s; `--own-rights` of create api, or allowOwnRights in place of serviceAccountName, keeps these permissions with the operator"
              .formatted(api.kind(), outside, ACCOUNTS, account));
    }
    return notes;
  }

  static Optional<String> elsewhere(String kind, Set<String> places) {
    return places.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: the chart makes objects in namespaces that it names itself (%s); make a RoleBinding to the ClusterRole of its account there, too"
                .formatted(kind, String.join(", ", places)));
  }

  /**
   * Adds a kind in a namespace.
   *
   * @param ofCharts rights for the objects of its charts
   */
  public void add(
      String namespace,
      GroupVersionKind gvk,
      String plural,
      Placement placement,
      String accountName,
      Collection<Rule> ofCharts) {
    var account = new AccountManifest(namespace, accountName);
    // The same in each run, whatever the other kinds and the namespace.
    var role = "%s-%s.%s".formatted(accountName, gvk.kind().toLowerCase(Locale.ROOT), gvk.group());
    var releases = releases(placement, namespace);
    var ofReleases = bound(releases, role, account);
    ofReleases.addAll(OperatorRights.ofReleases());
    ofReleases.add(OperatorRights.ofOwner(gvk.group(), plural));
    ofReleases.addAll(ofCharts);
    // Values are beside the primary.
    boolean isBeside =
        placement.targetNamespace().isChosenByPrimary()
            || placement
                .targetNamespace()
                .text()
                .equals(Placement.DEFAULT.targetNamespace().text());
    bound(namespace, isBeside ? role : role + "-values", account)
        .addAll(OperatorRights.ofReferencedValues());
    operator.ifPresent(
        each -> bound(releases, revisions(each), each).addAll(OperatorRights.ofStoredRevisions()));
  }

  private static String revisions(AccountManifest operator) {
    return operator.name() + "-revisions";
  }

  /** Gives an account a role in a namespace, and returns the rules of the role. */
  private Set<Rule> bound(String namespace, String role, AccountManifest account) {
    bindings.add(new Binding(namespace, role, account));
    return roles.computeIfAbsent(role, key -> new LinkedHashSet<>());
  }

  /** Returns where the releases of primaries in a namespace are, as far as that is known. */
  private static String releases(Placement placement, String namespace) {
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
  static Optional<String> chosenPlace(GroupVersionKind gvk, Placement placement, String account) {
    var template = placement.targetNamespace();
    return template.isChosenByPrimary()
        ? Optional.of(
            "%s: its custom resources say where their releases are (targetNamespace: %s). The RoleBinding is for releases beside the custom resource; make one in the other namespaces too, for %s"
                .formatted(gvk.kind(), template.text(), account))
        : Optional.empty();
  }

  /**
   * Returns what no RoleBinding can allow, for people; empty for nothing that is sure to be needed.
   */
  static String outside(Collection<Rule> rules) {
    return rules.stream()
        .filter(rule -> rule.reach() == Reach.CLUSTER && !rule.isUnrendered())
        .flatMap(rule -> Stream.of(Field.RESOURCES, Field.URLS).map(rule::get).flatMap(Set::stream))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns YAML for kubectl.
   *
   * @param cluster whether the accounts get what no RoleBinding can allow
   */
  public String text(boolean cluster) {
    var documents = new ArrayList<String>();
    bindings.stream()
        .map(Binding::account)
        .filter(account -> !operator.equals(Optional.of(account)))
        .distinct()
        .sorted(
            Comparator.comparing(AccountManifest::namespace).thenComparing(AccountManifest::name))
        .forEach(account -> documents.add(account.text()));
    roles.forEach((name, rules) -> documents.add(clusterRole(name, Reach.NAMESPACE, rules).text()));
    bindings.forEach(each -> documents.add(each.account().bound(each.role(), each.namespace())));
    if (cluster) {
      roles.forEach((name, rules) -> addRest(name, rules, documents));
    }
    return String.join("---\n", documents);
  }

  private static RoleManifest clusterRole(String name, Reach reach, Collection<Rule> rules) {
    return RoleManifest.of("ClusterRole", name, Map.of(), reach, rules);
  }

  private void addRest(String role, Set<Rule> rules, List<String> documents) {
    var rest = clusterRole(role + "-cluster", Reach.CLUSTER, rules);
    if (!rest.rules().isEmpty()) {
      documents.add(rest.text());
      bindings.stream()
          .filter(each -> each.role().equals(role))
          .forEach(each -> documents.add(each.account().boundEverywhere(rest.name())));
    }
  }
}
