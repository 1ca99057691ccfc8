package dev.catamaran.manager;

import dev.catamaran.watch.Permission;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watches;
import java.util.Optional;
import java.util.stream.Collectors;

/** Warns of releases that are made with the operator's own rights. Pure. */
final class OwnRights {
  private OwnRights() {}

  /**
   * Returns one sentence about all kinds with such releases; empty if there are none, or if
   * watches.yaml says that this is wanted.
   *
   * @param defaultAccount of kinds that name none
   */
  static Optional<String> warning(Watches watches, Optional<String> defaultAccount) {
    if (defaultAccount.isPresent()) {
      return Optional.empty();
    }
    var kinds =
        watches.watches().stream()
            .filter(watch -> watch.source() instanceof HelmChart chart && isUndecided(chart))
            .map(watch -> watch.gvk().kind())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return Optional.of(kinds)
        .filter(found -> !found.isEmpty())
        .map(
            found ->
                "Releases of %s are made with the operator's own permissions: an author of such an object has what the chart lets them make with these. Name a service account by serviceAccountName in watches.yaml or by --default-service-account, and prepare namespaces with `catamaran generate tenant`; or, if this is wanted, write %s: true in watches.yaml"
                    .formatted(found, Permission.OWN_RIGHTS.option()));
  }

  private static boolean isUndecided(HelmChart chart) {
    return chart.placement().serviceAccount().isEmpty()
        && !chart.permissions().contains(Permission.OWN_RIGHTS);
  }
}
