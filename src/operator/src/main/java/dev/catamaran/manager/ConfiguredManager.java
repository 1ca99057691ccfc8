package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles.Seen;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.options.ManagerOptions;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watches;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A fully configured and checked manager that does not run yet. */
public final class ConfiguredManager {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private final ManagerOptions options;
  private final Optional<Seen> file;
  private final WatchesFile.Reading reading;
  private final Watches watches;
  private final List<Function<OperatorRuntime, PeriodicTask>> tasks;
  private final ManagerSupply supply;

  /**
   * Prepares a manager.
   *
   * @param file its watches.yaml, as it was before {@code watches} were read
   */
  ConfiguredManager(
      ManagerOptions options,
      Optional<Seen> file,
      WatchesFile.Reading reading,
      Watches watches,
      List<Function<OperatorRuntime, PeriodicTask>> tasks,
      ManagerSupply supply) {
    this.options = options;
    this.file = file;
    this.reading = reading;
    this.watches = watches;
    this.tasks = tasks;
    this.supply = supply;
  }

  /**
   * Runs until SIGTERM or SIGINT. Takes over these signals of the process, and limits the garbage
   * of the serial collector. A lost lease ends the process at once, and so does a Helm call that
   * outlasts the grace period.
   *
   * @return exit code for the process
   * @throws ManagerException if the cluster cannot be reached, or an address is taken
   */
  public int run() {
    var termination = Termination.onSignals();
    OldGeneration.ofSerialCollector().ifPresent(OldGeneration::limitGarbage);
    try {
      return termination.await(started());
    } finally {
      supply.close();
    }
  }

  /**
   * Starts and returns soon. Leaves signals and heap of the process alone. A lost lease ends the
   * process at once.
   *
   * @throws ManagerException if the cluster cannot be reached, or an address is taken
   */
  public RunningManager start() {
    return new RunningManager(started(), supply);
  }

  Manager started() {
    watches.notes().forEach(log::info);
    var manager = new Manager(options, watches, supply.charts(), Termination::atOnce);
    tasks.forEach(manager::runPeriodically);
    manager.start();
    ownRights(watches, options.defaultServiceAccount()).ifPresent(log::warn);
    file.ifPresent(
        found -> {
          var unused = new WatchesFile(found, reading, manager).follow(supply.files());
        });
    return manager;
  }

  /**
   * Returns one sentence about all kinds with releases of the operator's own rights; empty if there
   * are none, or if watches.yaml says that this is wanted.
   *
   * @param defaultAccount of kinds that name none
   */
  private static Optional<String> ownRights(Watches watches, Optional<String> defaultAccount) {
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
