package dev.catamaran.events;

import dev.catamaran.kit.Occurrence;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** Names Events as client-go does: by the object that they regard, and the time. */
final class EventName {
  private static final int LONGEST = 253;
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  /** Several Events may have the same clock time. */
  private static final AtomicLong LAST = new AtomicLong();

  private EventName() {}

  /** Returns a unique name. */
  static String of(Occurrence what, Instant now) {
    long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    long unique = LAST.updateAndGet(last -> Math.max(last + 1, nanos));
    var name = what.regarding().getName() + "." + Long.toHexString(unique);
    // Some kinds allow names that Events do not.
    return name.length() <= LONGEST && SUBDOMAIN.matcher(name).matches()
        ? name
        : UUID.randomUUID().toString();
  }
}
