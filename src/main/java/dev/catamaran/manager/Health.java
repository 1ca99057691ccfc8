package dev.catamaran.manager;

import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.helm.BoundedEngine;
import dev.catamaran.helm.SecretReleaseStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the probes say of a manager. */
record Health(
    Controllers controllers,
    SecretReleaseStore store,
    WatchedDescendants descendants,
    ServedKinds served,
    BoundedEngine engine,
    ManagementServer server,
    Clock clock) {

  /** A kind that cannot be started anew for that long. */
  private static final Duration BEYOND_REPAIR = Duration.ofMinutes(5);

  /** What has started anew within that time is no news for a probe. */
  private static final Duration WORTH_TELLING = Duration.ofSeconds(20);

  /** A watch comes back by itself from most of what happens to a network. */
  private static final Duration AWAY = Duration.ofMinutes(2);

  /** What only a restart may help against. */
  List<String> whyUnhealthy() {
    var problems = new ArrayList<String>(controllers.troubles(BEYOND_REPAIR));
    if (engine.isStuck(clock.instant())) {
      problems.add("a Helm call does not return");
    }
    // While nothing at all is watched, the API server is away, and a restart does not bring it
    // back.
    if (served.silent(AWAY).findAny().isEmpty() || store.silent(AWAY).findAny().isEmpty()) {
      silent(BEYOND_REPAIR.multipliedBy(2))
          .forEach(what -> problems.add(what + " cannot be watched"));
    }
    return problems;
  }

  /** What keeps this instance from its work at present. */
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
