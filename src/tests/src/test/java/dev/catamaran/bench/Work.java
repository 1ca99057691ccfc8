package dev.catamaran.bench;

import java.util.function.Predicate;

/** When a release counts as done. */
final class Work {
  private Work() {}

  /** The first revision is deployed, and the status says so if the contender writes one. */
  static Predicate<Seen> installed(Trial trial) {
    return seen -> seen.isDeployed(1) && (!trial.contender().tells() || seen.tellsInstalled());
  }

  /** A later revision than the first is deployed, with the changed value; likewise. */
  static Predicate<Seen> changed(Trial trial) {
    return seen ->
        seen.isDeployed(2)
            && seen.port() == Orders.CHANGED_PORT
            && (!trial.contender().tells() || seen.tellsUpgraded());
  }
}
