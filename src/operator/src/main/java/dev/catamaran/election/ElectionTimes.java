package dev.catamaran.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of an election, named as in Kubernetes' own components.
 *
 * @param lease time without a change of the lease before another instance takes it over; whole
 *     seconds, the unit of a Lease
 * @param renewDeadline time without a renewal before the holder stops
 * @param retry time between two attempts to acquire or renew it
 */
public record ElectionTimes(Duration lease, Duration renewDeadline, Duration retry) {
  /** The times of client-go and controller-runtime. */
  public static final ElectionTimes DEFAULT =
      new ElectionTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

  /** Returns the problems of these times. */
  public List<String> problems() {
    var problems = new ArrayList<String>();
    if (lease.toSeconds() < 1 || !lease.equals(Duration.ofSeconds(lease.toSeconds()))) {
      problems.add(
          "the lease duration of the election must be whole seconds, 1 or more, not " + lease);
    }
    if (renewDeadline.compareTo(lease) >= 0) {
      problems.add(
          "the renew deadline of the election must be less than its lease duration %s, not %s"
              .formatted(lease, renewDeadline));
    }
    if (!retry.isPositive() || retry.compareTo(renewDeadline) >= 0) {
      problems.add(
          "the retry period of the election must be positive, and less than its renew deadline %s, not %s"
              .formatted(renewDeadline, retry));
    }
    return problems;
  }

  /** Returns the time limit of one request, which leaves time for another. */
  Duration request() {
    return renewDeadline.dividedBy(2);
  }
}
