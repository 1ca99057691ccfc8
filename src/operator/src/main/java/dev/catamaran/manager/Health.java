package dev.catamaran.manager;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Answers the probes of a manager. No single release can make it unhealthy: a restart interrupts
 * all of them.
 *
 * @param troubles the problems of served kinds that are older than a time
 * @param silent the resources that have not been watched for longer than a time
 * @param isTrusted whether clients accept the certificate of the webhooks
 */
record Health(
    Function<Duration, List<String>> troubles,
    Function<Duration, Stream<String>> silent,
    Predicate<Instant> isTrusted,
    Clock clock) {

  /** Time without a successful start of a kind after which a restart of the process may help. */
  private static final Duration BEYOND_REPAIR = Duration.ofMinutes(5);

  /** Probes ignore a problem that ends within this time. */
  private static final Duration WORTH_TELLING = Duration.ofSeconds(20);

  /** Watches recover from most network problems by themselves within this time. */
  private static final Duration AWAY = Duration.ofMinutes(2);

  /** Each resource that should be watched has been silent for longer than this. */
  private static final Duration LESS_THAN_NOTHING = Duration.ofNanos(-1);

  /** Returns the problems that perhaps only a restart of the process solves. */
  List<String> whyUnhealthy() {
    var problems = new ArrayList<>(troubles.apply(BEYOND_REPAIR));
    // If nothing at all is watched, the API server is unavailable. A restart does not help then.
    if (silent.apply(AWAY).count() < silent.apply(LESS_THAN_NOTHING).count()) {
      silent
          .apply(BEYOND_REPAIR.multipliedBy(2))
          .forEach(what -> problems.add(what + " cannot be watched"));
    }
    return problems;
  }

  /** Returns the problems that prevent this instance from working now. */
  List<String> whyNotReady() {
    var problems = new ArrayList<>(troubles.apply(WORTH_TELLING));
    silent.apply(AWAY).forEach(what -> problems.add(what + " is not watched"));
    if (!isTrusted.test(clock.instant())) {
      problems.add("the certificate of the webhooks is not valid");
    }
    return problems;
  }
}
