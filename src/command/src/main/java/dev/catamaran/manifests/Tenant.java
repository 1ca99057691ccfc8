package dev.catamaran.manifests;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.manifests.GeneratedManifests.RecordedRights;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.release.NameRule;
import dev.catamaran.rights.RoleManifest.AccountManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The accounts and roles for the releases of namespaces.
 *
 * @param namespaces of the primaries
 * @param account in place of those that watches.yaml names
 * @param kinds some kinds of watches.yaml, with or without their group; empty for all
 * @param cluster whether the accounts get rights on objects outside of namespaces
 */
public record Tenant(
    Set<String> namespaces, Optional<String> account, Set<String> kinds, boolean cluster) {

  /** Accounts and roles. */
  public record Manifests(String text, List<String> notes) {}

  public Tenant {
    namespaces = Set.copyOf(namespaces);
    kinds = Set.copyOf(kinds);
    namespaces.forEach(name -> check(NameRule.NAMESPACE, name));
    account.ifPresent(name -> check(NameRule.SERVICE_ACCOUNT, name));
  }

  private static void check(NameRule rule, String name) {
    if (!rule.accepts(name)) {
      throw new ManagerException(rule.refusal(name));
    }
  }

  /** A kind, and who makes its releases. */
  private record Kind(GroupVersionKind gvk, String account) {}

  /**
   * Records the charts.
   *
   * @param operator that looks after the releases, if it is known
   */
  public Manifests manifests(Watches watches, Path project, Optional<AccountManifest> operator) {
    var notes = new TreeSet<String>();
    var roles = new TenantRoles(operator);
    try (var rights = new RecordedRights()) {
      for (var kind : chosen(watches)) {
        var gvk = kind.gvk();
        var plural = ProjectFile.plural(project, gvk);
        var api = new ProjectApi("", gvk.group(), gvk.version(), gvk.kind(), plural, "", "");
        var charts = ApiCharts.of(api, project, watches, Placement.DEFAULT);
        var rules = charts.ofAccount(rights);
        for (var each : namespaces) {
          roles.add(each, gvk, plural, charts.placement(), kind.account(), rules);
        }
        charts.notes(rights).forEach(notes::add);
        TenantRoles.chosenPlace(gvk, charts.placement(), kind.account()).ifPresent(notes::add);
        TenantRoles.elsewhere(gvk.kind(), charts.places(rights)).ifPresent(notes::add);
        if (!cluster) {
          outside(gvk.kind(), rules).ifPresent(notes::add);
        }
      }
    }
    return new Manifests(roles.text(cluster), List.copyOf(notes));
  }

  private List<Kind> chosen(Watches watches) {
    var found = new ArrayList<Kind>();
    var without = new TreeSet<String>();
    for (var watch : watches.watches()) {
      if (watch.source() instanceof HelmChart source && isChosen(watch)) {
        account
            .or(source.placement()::serviceAccount)
            .ifPresentOrElse(
                name -> found.add(new Kind(watch.gvk(), name)),
                () -> without.add(watch.gvk().kind()));
      }
    }
    if (!without.isEmpty() && (found.isEmpty() || !kinds.isEmpty())) {
      throw new ManagerException(
          "%s names no account for %s, so these releases are made with the operator's own permissions; add serviceAccountName to the entry, or name the account of --default-service-account by --account"
              .formatted(watches.file(), String.join(", ", without)));
    }
    if (found.isEmpty()) {
      throw new ManagerException(
          "%s has no %s with a chart"
              .formatted(
                  watches.file(),
                  kinds.isEmpty() ? "kind" : String.join(", ", new TreeSet<>(kinds))));
    }
    return found;
  }

  private boolean isChosen(Watch watch) {
    var gvk = watch.gvk();
    return kinds.isEmpty()
        || kinds.contains(gvk.kind())
        || kinds.contains(gvk.kind() + "." + gvk.group());
  }

  private static Optional<String> outside(String kind, Collection<Rule> rules) {
    return Optional.of(TenantRoles.outside(rules))
        .filter(resources -> !resources.isEmpty())
        .map(
            resources ->
                "%s: no RoleBinding can allow what the chart does outside of namespaces (%s); --cluster-role adds a ClusterRole for it. Whoever may use the account then has its permissions in the whole cluster"
                    .formatted(kind, resources));
  }
}
