package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time for which objects of a kind are not watched. The client's informers try again, and log
 * nothing.
 */
final class WatchGap {
  private static final Logger log = LoggerFactory.getLogger(WatchGap.class);
  private static final Duration WORTH_TELLING = Duration.ofSeconds(45);

  private final GroupVersionKind gvk;
  private final Clock clock;
  private Instant watchedAt;
  private boolean isTold;

  WatchGap(GroupVersionKind gvk, Clock clock) {
    this.gvk = gvk;
    this.clock = clock;
    this.watchedAt = clock.instant();
  }

  /**
   * Notes what is watched at present, and logs when that ends or begins again.
   *
   * @param running empty while nothing has to be watched
   */
  void note(Optional<RuntimeInfo> running) {
    note(running.map(WatchGap::unwatched).orElse(Set.of()));
  }

  private synchronized void note(Set<String> unwatched) {
    var now = clock.instant();
    if (unwatched.isEmpty()) {
      if (isTold) {
        log.info("{} is watched again", gvk);
      }
      isTold = false;
      watchedAt = now;
    } else if (!isTold && watchedAt.plus(WORTH_TELLING).isBefore(now)) {
      isTold = true;
      log.warn(
          "{} has not been watched for {} s, so changes are not seen: {}. This is tried again until it succeeds."
              + " See whether the operator may list and watch these objects, and whether the API server answers",
          gvk,
          Duration.between(watchedAt, now).toSeconds(),
          String.join(", ", unwatched));
    }
  }

  synchronized boolean isLongerThan(Duration longer) {
    return watchedAt.isBefore(clock.instant().minus(longer));
  }

  /** Returns the event sources of which no informer watches, in any namespace. */
  @SuppressWarnings("rawtypes") // As the SDK declares it.
  private static Set<String> unwatched(RuntimeInfo info) {
    return info.unhealthyInformerWrappingEventSourceHealthIndicator().values().stream()
        .flatMap(sources -> sources.entrySet().stream())
        .filter(
            source -> informers(source.getValue()).noneMatch(InformerHealthIndicator::isWatching))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<InformerHealthIndicator> informers(
      InformerWrappingEventSourceHealthIndicator<?> source) {
    return source.informerHealthIndicators().values().stream();
  }
}
