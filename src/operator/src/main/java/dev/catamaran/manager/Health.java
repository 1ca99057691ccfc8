package dev.catamaran.manager;

import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.controller.Controllers;
import dev.catamaran.controller.ServedKinds;
import dev.catamaran.helm.BoundedEngine;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.server.ManagementServer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Answers the probes of a manager. */
record Health(
    Controllers controllers,
    SecretReleaseStore store,
    WatchedDescendants descendants,
    ServedKinds served,
    BoundedEngine engine,
    ManagementServer server,
    Clock clock) {

  /** Time without a successful start of a kind after which a restart of the process may help. */
  private static final Duration BEYOND_REPAIR = Duration.ofMinutes(5);

  /** Probes ignore a problem that ends within this time. */
  private static final Duration WORTH_TELLING = Duration.ofSeconds(20);

  /** Watches recover from most network problems by themselves within this time. */
  private static final Duration AWAY = Duration.ofMinutes(2);

  /** Returns the problems that perhaps only a restart of the process solves. */
  List<String> whyUnhealthy() {
    var problems = new ArrayList<String>(controllers.troubles(BEYOND_REPAIR));
    if (engine.isStuck(clock.instant())) {
      problems.add("a Helm call does not return");
    }
    // If nothing at all is watched, the API server is unavailable. A restart does not help then.
    if (served.silent(AWAY).findAny().isEmpty() || store.silent(AWAY).findAny().isEmpty()) {
      silent(BEYOND_REPAIR.multipliedBy(2))
          .forEach(what -> problems.add(what + " cannot be watched"));
    }
    return problems;
  }

  /** Returns the problems that prevent this instance from working now. */
  List<String> whyNotReady() {
    var problems = new ArrayList<String>(controllers.troubles(WORTH_TELLING));
    silent(AWAY).forEach(what -> problems.add(what + " is not watched"));
    if (!server.webhooksAreTrusted(clock.instant())) {
      problems.add("the certificate of the webhooks is not valid");
    }
    return problems;
  }

  private Stream<String> silent(Duration longer) {
    return Stream.of(store.silent(longer), descendants.silent(longer), served.silent(longer))
        .flatMap(Function.identity());
  }
}
