package dev.catamaran.events;

import dev.catamaran.events.Series.Step;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The series of the last minutes; those that are not written yet are the queue. Bounded; not for
 * several threads.
 */
final class SeriesMemory {
  private static final Comparator<Due> LONGEST_DUE_FIRST =
      Comparator.comparing(due -> due.series().notBefore());

  private final Map<Occurrence, Series> known;
  private final Map<Sender, Allowance> allowances;
  private final Runnable onLost;

  /** What an occurrence is. */
  enum Observed {
    /** The first of a series. */
    NEW,
    /** One more of a series. */
    REPEATED,
    /** Nothing that is told: too many of its object were told. */
    SUPPRESSED
  }

  /** A series that is to be written now. */
  record Due(Occurrence what, Series series, Step.Write step) {}

  private record Sender(ObjectReference regarding, EventRecorder.Type type) {}

  /**
   * Knows none yet.
   *
   * @param most series that are kept
   * @param onLost told of each that is forgotten before it was written
   */
  SeriesMemory(int most, Runnable onLost) {
    this.onLost = onLost;
    this.known = new LeastRecent<>(most, this::forget);
    this.allowances = new LeastRecent<>(most, allowance -> {});
  }

  /** It happened. */
  Observed observe(Occurrence what, Instant now) {
    var before = known.get(what);
    if (before != null && !before.isOver(now)) {
      known.put(what, before.again(now));
      return Observed.REPEATED;
    }
    if (!isAllowed(what, now)) {
      return Observed.SUPPRESSED;
    }
    var replaced = known.put(what, Series.begin(EventName.of(what, now), now));
    if (replaced != null) {
      forget(replaced);
    }
    return Observed.NEW;
  }

  /** The one that has to be written first of those that may be now. */
  Optional<Due> due(Instant now) {
    known.values().removeIf(series -> series.isOver(now) && isForgotten(series));
    return unwritten()
        .flatMap(
            entry ->
                entry.getValue().next(now) instanceof Step.Write step
                    ? Stream.of(new Due(entry.getKey(), entry.getValue(), step))
                    : Stream.empty())
        .min(LONGEST_DUE_FIRST);
  }

  /** When the next may be written; empty if all are. */
  Optional<Instant> nextDue() {
    return unwritten().map(entry -> entry.getValue().notBefore()).min(Comparator.naturalOrder());
  }

  /** How many are not written. */
  int pending() {
    return (int) unwritten().count();
  }

  /** Forgets all; returns how many of them were not written. */
  int abandon() {
    int left = pending();
    known.values().removeIf(this::isForgotten);
    return left;
  }

  /** Goes on from what became of {@code due}, if it is still that series. */
  void update(Due due, UnaryOperator<Series> change) {
    known.computeIfPresent(
        due.what(),
        (what, series) ->
            series.name().equals(due.series().name()) ? change.apply(series) : series);
  }

  /** No pause is kept from now on. */
  void hurry(Instant now) {
    known.replaceAll((what, series) -> series.isUnwritten() ? series.postponed(now) : series);
  }

  /** It cannot be written. */
  void drop(Due due) {
    known.remove(due.what());
    onLost.run();
  }

  private Stream<Map.Entry<Occurrence, Series>> unwritten() {
    return known.entrySet().stream().filter(entry -> entry.getValue().isUnwritten());
  }

  private boolean isAllowed(Occurrence what, Instant now) {
    var sender = new Sender(what.regarding(), what.type());
    var allowance = allowances.getOrDefault(sender, Allowance.full(now)).at(now);
    boolean isAllowed = allowance.suffices();
    allowances.put(sender, isAllowed ? allowance.spent() : allowance);
    return isAllowed;
  }

  private boolean isForgotten(Series series) {
    forget(series);
    return true;
  }

  private void forget(Series series) {
    if (series.isUnwritten()) {
      onLost.run();
    }
  }
}
