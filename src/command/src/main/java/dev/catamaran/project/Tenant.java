package dev.catamaran.project;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.release.NameRule;
import dev.catamaran.rights.AccountManifest;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.OperatorRights;
import dev.catamaran.rights.Reach;
import dev.catamaran.rights.RoleManifest;
import dev.catamaran.rights.Rule;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Placement;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.api.Pluralize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The accounts and roles for the releases of one namespace.
 *
 * @param namespace of the primaries
 * @param account in place of those that watches.yaml names
 * @param kinds some kinds of watches.yaml, with or without their group; empty for all
 * @param cluster whether the accounts get rights on objects outside of namespaces
 */
public record Tenant(
    String namespace, Optional<String> account, Set<String> kinds, boolean cluster) {

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
    kinds = Set.copyOf(kinds);
    check(NameRule.NAMESPACE, namespace);
    account.ifPresent(name -> check(NameRule.SERVICE_ACCOUNT, name));
  }

  private static void check(NameRule rule, String name) {
    if (!rule.accepts(name)) {
      throw new ManagerException(rule.refusal(name));
    }
  }

  /** A kind, and who makes its releases. */
  private record Kind(GroupVersionKind gvk, HelmChart source, String account) {
    /** The same in each run, whatever the other kinds. */
    String role() {
      return "%s-%s.%s".formatted(account, gvk.kind().toLowerCase(Locale.ROOT), gvk.group());
    }
  }

  /** A role for the releases of a kind, in one namespace. */
  private record RolePlace(String namespace, String role, String account)
      implements Comparable<RolePlace> {
    @Override
    public int compareTo(RolePlace other) {
      return (namespace + " " + role).compareTo(other.namespace + " " + other.role);
    }
  }

  /**
   * Records the charts.
   *
   * @throws ManagerException if a kind is unknown or has no account, or a chart is not valid
   */
  public Manifests manifests(Watches watches) {
    var notes = new TreeSet<String>();
    var roles = new TreeMap<RolePlace, List<Rule>>();
    try (var engine = ChartEngine.start();
        var recorder = new ChartRecorder(engine)) {
      for (var kind : chosen(watches)) {
        var place = releases(kind, notes);
        roles
            .computeIfAbsent(
                new RolePlace(place, kind.role(), kind.account()), key -> new ArrayList<>())
            .addAll(ofReleases(kind, watches, recorder, notes));
        // Values are beside the primary.
        roles
            .computeIfAbsent(
                new RolePlace(namespace, kind.role(), kind.account()), key -> new ArrayList<>())
            .addAll(OperatorRights.ofReferencedValues());
      }
    }
    return new Manifests(text(roles), new Notes(List.of(), List.copyOf(notes)));
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
          "%s names no account for %s, so these releases are made with the operator's own rights; add serviceAccountName to the entry, or name the account of --default-service-account by --account"
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

  /** Returns where the releases of primaries in the namespace are. */
  private String releases(Kind kind, Set<String> notes) {
    Placement placement = kind.source().placement();
    var template = placement.targetNamespace();
    if (template.isChosenByPrimary()) {
      notes.add(
          "%s: its primaries say where their releases are (targetNamespace: %s). The role is for releases in %s; make it in the other namespaces too, and bind it to %s"
              .formatted(kind.gvk().kind(), template.text(), namespace, kind.account()));
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

  private List<Rule> ofReleases(
      Kind kind, Watches watches, ChartRecorder recorder, Set<String> notes) {
    var rules = new ArrayList<>(OperatorRights.ofReleases());
    rules.add(OperatorRights.ofOwner(kind.gvk().group(), plural(kind.gvk())));
    for (var reference : kind.source().charts().references()) {
      if (reference instanceof Local(Path path) && Files.exists(path)) {
        var chart = RecordedChart.of(path, kind.gvk(), watches);
        var rights = ChartRights.of(recorder, chart.folder(), chart.options());
        rights.notes().forEach(note -> notes.add(kind.gvk().kind() + ": " + note));
        rules.addAll(rights.rules());
      } else {
        notes.add(
            "%s: the chart %s is not on this disk, so the rights for it are not recorded; add them to the role"
                .formatted(kind.gvk().kind(), reference));
      }
    }
    if (!cluster) {
      outside(kind, rules).ifPresent(notes::add);
    }
    return rules;
  }

  private static String plural(GroupVersionKind gvk) {
    return Pluralize.toPlural(gvk.kind().toLowerCase(Locale.ROOT));
  }

  private static Optional<String> outside(Kind kind, Collection<Rule> rules) {
    var needed =
        rules.stream()
            .filter(rule -> rule.reach() == Reach.CLUSTER && !rule.isUnrendered())
            .flatMap(
                rule -> Stream.concat(rule.resources().stream(), rule.nonResourceUrls().stream()))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return Optional.of(needed)
        .filter(resources -> !resources.isEmpty())
        .map(
            resources ->
                "%s: no Role can allow what the chart does outside of namespaces (%s); --cluster-role adds a ClusterRole for it. Whoever may use the account then has its rights in the whole cluster"
                    .formatted(kind.gvk().kind(), resources));
  }

  private String text(Map<RolePlace, List<Rule>> roles) {
    var documents = new ArrayList<String>();
    roles.keySet().stream()
        .map(RolePlace::account)
        .distinct()
        .sorted()
        .forEach(name -> documents.add(new AccountManifest(namespace, name).text()));
    roles.forEach(
        (place, rules) -> {
          var bound = new AccountManifest(namespace, place.account());
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
