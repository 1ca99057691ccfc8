package dev.catamaran.events;

import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The series of the last minutes; the unwritten ones are the queue. Bounded; not thread-safe. */
final class SeriesMemory {
  private static final Comparator<Unwritten> EARLIEST_FIRST =
      Comparator.comparing(write -> write.series().notBefore());

  private static final int LONGEST_NAME = 253;
  private static final int AT_ONCE = 25;
  private static final Duration REFILL = Duration.ofMinutes(5);
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private final Map<Occurrence, Series> known;

  /** When all Event objects are allowed again. */
  private final Map<Sender, Instant> fullAgain;

  private final Runnable onLost;
  private long lastNanos;

  /** A series that the API server does not have as it is. */
  record Unwritten(Occurrence what, Series series) {}

  private record Sender(ObjectReference regarding, EventRecorder.Type type) {}

  /**
   * Creates an empty memory.
   *
   * @param most maximum number of series
   * @param onLost called for each series that is removed before it was written
   */
  SeriesMemory(int most, Runnable onLost) {
    this.onLost = onLost;
    this.known = new LeastRecent<>(most, this::forget);
    this.fullAgain = new LeastRecent<>(most, again -> {});
  }

  /** Counts an occurrence. Returns false if there are too many Events about its object. */
  boolean observe(Occurrence what, Instant now) {
    var before = known.get(what);
    if (before != null && !before.isOver(now)) {
      known.put(what, before.again(now));
      return true;
    }
    if (!isAllowed(what, now)) {
      return false;
    }
    var replaced = known.put(what, Series.begin(nameOf(what, now), now));
    if (replaced != null) {
      forget(replaced);
    }
    return true;
  }

  /** Returns the series of a namespace with the earliest write; empty if all are written. */
  Optional<Unwritten> next(String namespace) {
    return unwritten()
        .filter(series -> EventWriter.namespaceOf(series.what()).equals(namespace))
        .min(EARLIEST_FIRST);
  }

  int pending() {
    return (int) unwritten().count();
  }

  /** Removes all series; returns the number of unwritten ones. */
  int abandon() {
    int left = pending();
    known.values().forEach(this::forget);
    known.clear();
    return left;
  }

  /** Updates a series after its write, unless a new series has replaced it. */
  void update(Unwritten write, UnaryOperator<Series> change) {
    known.computeIfPresent(
        write.what(),
        (what, series) ->
            series.name().equals(write.series().name()) ? change.apply(series) : series);
  }

  /** Ends the present pauses between writes. */
  void hurry(Instant now) {
    known.replaceAll((what, series) -> series.isUnwritten() ? series.postponed(now) : series);
  }

  /** Removes a series that cannot be written. */
  void drop(Unwritten write) {
    known.remove(write.what());
    onLost.run();
  }

  private Stream<Unwritten> unwritten() {
    return known.entrySet().stream()
        .filter(entry -> entry.getValue().isUnwritten())
        .map(entry -> new Unwritten(entry.getKey(), entry.getValue()));
  }

  /**
   * Whether one more Event object of one type about one object is allowed: 25 at once, and one each
   * 5 minutes (client-go, tools/record). New counts of existing Events are not limited here.
   */
  private boolean isAllowed(Occurrence what, Instant now) {
    var sender = new Sender(what.regarding(), what.type());
    var full = fullAgain.getOrDefault(sender, now);
    var next = (full.isAfter(now) ? full : now).plus(REFILL);
    if (next.isAfter(now.plus(REFILL.multipliedBy(AT_ONCE)))) {
      return false;
    }
    fullAgain.put(sender, next);
    return true;
  }

  /** Names an Event as client-go does: by the object that it regards, and the time. */
  private String nameOf(Occurrence what, Instant now) {
    // Several may have the same clock time.
    lastNanos =
        Math.max(lastNanos + 1, TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
    var name = what.regarding().getName() + "." + Long.toHexString(lastNanos);
    // Some kinds allow names that Events do not.
    return name.length() <= LONGEST_NAME && SUBDOMAIN.matcher(name).matches()
        ? name
        : UUID.randomUUID().toString();
  }

  private void forget(Series series) {
    if (series.isUnwritten()) {
      onLost.run();
    }
  }

  /** A map of limited size: it removes the least recently used entry first. */
  private static final class LeastRecent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;
    private static final float LOAD = 0.75f;

    private final int most;
    private final transient Consumer<V> onGone;

    /** Gives each removed value to {@code onGone}. */
    LeastRecent(int most, Consumer<V> onGone) {
      super(16, LOAD, /* accessOrder= */ true);
      this.most = most;
      this.onGone = onGone;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      boolean isFull = size() > most;
      if (isFull) {
        onGone.accept(eldest.getValue());
      }
      return isFull;
    }
  }
}
