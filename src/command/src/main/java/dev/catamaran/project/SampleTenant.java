package dev.catamaran.project;

import dev.catamaran.rights.AccountManifest;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.Rule.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The accounts that make the releases of the samples, in config/tenant. {@code make install}
 * applies them, so a new project needs no further step. Unlike {@code catamaran generate tenant},
 * it has ClusterRoles, but only for what the charts surely do outside of namespaces.
 */
final class SampleTenant {
  /** Only a project with this file has such accounts. */
  static final String LIST = "config/tenant/kustomization.yaml";

  static final String ACCOUNTS = "config/tenant/account.yaml";

  /** That of the samples; the kustomization may replace it. */
  private static final String NAMESPACE = "default";

  private final TenantRoles roles;
  private final List<String> notes = new ArrayList<>();

  /** Begins without a kind. */
  SampleTenant(Optional<AccountManifest> operator) {
    this.roles = new TenantRoles(operator);
  }

  /** Adds a kind, if an account makes its releases. */
  void add(ProjectApi api, ApiCharts charts, Function<RecordedChart, ChartRights> ofCharts) {
    var gvk = api.gvk();
    var placement = charts.placement();
    placement
        .serviceAccount()
        .ifPresent(
            account -> {
              var rules =
                  charts.ofAccount(ofCharts).stream()
                      .filter(rule -> rule.reach() != Reach.CLUSTER || !rule.isUnrendered())
                      .toList();
              roles.add(NAMESPACE, gvk, api.plural(), placement, account, rules, Map.of());
              var places = charts.ofAccountElsewhere(ofCharts).keySet();
              if (!places.isEmpty()) {
                notes.add(
                    "%s: the chart makes objects in namespaces that it names itself (%s), and %s has no Roles there: catamaran generate tenant %s --cluster-role | kubectl apply -f -"
                        .formatted(gvk.kind(), String.join(", ", places), ACCOUNTS, NAMESPACE));
              }
              TenantRoles.chosenPlace(gvk, placement, account).ifPresent(notes::add);
              var outside = TenantRoles.outside(rules);
              if (!outside.isEmpty()) {
                notes.add(
                    "%s: the chart needs permissions outside of namespaces (%s), so %s has a ClusterRole for its account. Whoever may create pods in the namespace can use the account %s; `--own-rights` of create api, or allowOwnRights in place of serviceAccountName, keeps these permissions with the operator"
                        .formatted(gvk.kind(), outside, ACCOUNTS, account));
              }
            });
  }

  /**
   * Adds the file to the plan, merged with the edits of people.
   *
   * @return a note about a conflict with an edit
   */
  Optional<String> addTo(Changes changes) {
    var text = roles.text(/* cluster= */ true);
    return text.isEmpty() ? Optional.empty() : new GeneratedText(ACCOUNTS, text).addTo(changes);
  }

  /** Returns sentences for people. */
  List<String> notes() {
    return List.copyOf(notes);
  }
}
