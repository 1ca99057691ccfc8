package dev.catamaran.project;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.release.NameRule;
import dev.catamaran.rights.AccountManifest;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  /**
   * Accounts and roles.
   *
   * @param text YAML for kubectl
   * @param notes what it leaves open
   */
  public record Manifests(String text, Notes notes) {}

  /**
   * Checks the names.
   *
   * @throws ManagerException if one is not valid
   */
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
  private record Kind(GroupVersionKind gvk, HelmChart source, String account) {}

  /**
   * Records the charts.
   *
   * @param project folder of the project
   * @param operator that looks after the releases, if it is known
   * @throws ManagerException if a kind is unknown or has no account, or a chart is not valid
   */
  public Manifests manifests(Watches watches, Path project, Optional<AccountManifest> operator) {
    var notes = new TreeSet<String>();
    var roles = new TenantRoles(operator);
    try (var engine = ChartEngine.start();
        var recorder = new ChartRecorder(engine)) {
      for (var kind : chosen(watches)) {
        var placement = kind.source().placement();
        TenantRoles.chosenPlace(kind.gvk(), placement, kind.account()).ifPresent(notes::add);
        var elsewhere = new TreeMap<String, List<Rule>>();
        var rules = ofCharts(kind, watches, recorder, elsewhere, notes);
        var plural = ProjectFile.plural(project, kind.gvk());
        for (var each : namespaces) {
          roles.add(each, kind.gvk(), plural, placement, kind.account(), rules, elsewhere);
        }
      }
    }
    return new Manifests(
        cluster ? roles.textOfAll() : roles.text(/* cluster= */ false),
        new Notes(List.of(), List.copyOf(notes)));
  }

  private List<Kind> chosen(Watches watches) {
    var found = new ArrayList<Kind>();
    var without = new TreeSet<String>();
    for (var watch : watches.watches()) {
      if (watch.source() instanceof HelmChart source && isChosen(watch)) {
        account
            .or(source.placement()::serviceAccount)
            .ifPresentOrElse(
                name -> found.add(new Kind(watch.gvk(), source, name)),
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
                  watches.file(), kinds.isEmpty() ? "kind" : String.join(", ", sorted(kinds))));
    }
    return found;
  }

  private boolean isChosen(Watch watch) {
    var gvk = watch.gvk();
    return kinds.isEmpty()
        || kinds.contains(gvk.kind())
        || kinds.contains(gvk.kind() + "." + gvk.group());
  }

  private static Collection<String> sorted(Set<String> texts) {
    return new TreeSet<>(texts);
  }

  private List<Rule> ofCharts(
      Kind kind,
      Watches watches,
      ChartRecorder recorder,
      Map<String, List<Rule>> elsewhere,
      Set<String> notes) {
    var rules = new ArrayList<Rule>();
    for (var reference : kind.source().charts().references()) {
      if (reference instanceof Local(Path path) && Files.exists(path)) {
        var chart = RecordedChart.of(path, kind.gvk(), watches);
        var rights = ChartRights.of(recorder, chart.folder(), chart.options());
        rights.notes().forEach(note -> notes.add(kind.gvk().kind() + ": " + note));
        rules.addAll(rights.making());
        rights
            .elsewhere()
            .forEach(
                (place, found) ->
                    elsewhere.computeIfAbsent(place, key -> new ArrayList<>()).addAll(found));
      } else {
        notes.add(
            "%s: the chart %s is not on this disk, so the permissions for it are not recorded; add them to the role"
                .formatted(kind.gvk().kind(), reference));
      }
    }
    if (!cluster && !elsewhere.isEmpty()) {
      notes.add(
          "%s: the chart makes objects in namespaces that it names itself (%s); --cluster-role adds a Role in each"
              .formatted(kind.gvk().kind(), String.join(", ", elsewhere.keySet())));
    }
    var outside = TenantRoles.outside(rules);
    if (!cluster && !outside.isEmpty()) {
      notes.add(
          "%s: no RoleBinding can allow what the chart does outside of namespaces (%s); --cluster-role adds a ClusterRole for it. Whoever may use the account then has its permissions in the whole cluster"
              .formatted(kind.gvk().kind(), outside));
    }
    return rules;
  }
}
