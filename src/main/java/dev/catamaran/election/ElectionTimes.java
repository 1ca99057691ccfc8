package dev.catamaran.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of an election, with the names that they have in Kubernetes' own components.
 *
 * @param lease for how long a lease must be seen unchanged before another takes it over; whole
 *     seconds, since that is what a Lease can say
 * @param renewDeadline after how long without a renewal the holder stops
 * @param retry time between two tries to get or renew it
 */
public record ElectionTimes(Duration lease, Duration renewDeadline, Duration retry) {
  /** The times of client-go and controller-runtime. */
  public static final ElectionTimes DEFAULT =
      new ElectionTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

  /** What cannot be as it is. */
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

  /** For how long one request may take, so that there is time for another. */
  Duration request() {
    return renewDeadline.dividedBy(2);
  }
}
