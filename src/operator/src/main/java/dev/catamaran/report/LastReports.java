package dev.catamaran.report;

import dev.catamaran.kit.Conditions;
import dev.catamaran.release.Backoff;
import dev.catamaran.status.ReleaseStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this process last reported on each primary, without conditions. Another client may drop a
 * status, which is only a report: it must not make the operator forget its own work. Nor does the
 * watch always show the last one yet.
 */
public final class LastReports {
  private static final Conditions NONE = Conditions.of(List.of(), Instant.EPOCH, 0);

  private final Map<String, ReleaseStatus> byUid = new ConcurrentHashMap<>();

  /** Returns {@code shown} with what it lacks of the last report. */
  public ReleaseStatus recall(String uid, ReleaseStatus shown) {
    var last = byUid.get(uid);
    return last == null ? shown : shown.recalling(last);
  }

  /** Returns the failures of the last report; those that the status shows after a restart. */
  public Optional<Backoff> failures(String uid, ReleaseStatus shown) {
    return Optional.ofNullable(byUid.get(uid)).orElse(shown).failures();
  }

  public void note(String uid, ReleaseStatus reported) {
    byUid.put(uid, reported.with(NONE));
  }

  public void forget(String uid) {
    byUid.remove(uid);
  }
}
