package dev.catamaran.it.process;

import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class ManyReleasesQuietIT {
  private static final int RELEASES = 20;
  private static final Duration PERIOD = Duration.ofSeconds(2);

  @Test
  void convergedReleasesCostNoRequests(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    namespace.operate(Fleet.watching(), PERIOD);
    var fleet = Fleet.of(RELEASES, namespace);
    fleet.awaitReady();
    requests.awaitQuiet(PERIOD.multipliedBy(3));
    System.out.printf(
        "%d requests converged %d releases and a MemcachedBackup%n",
        requests.beyondUpkeep().size(), RELEASES);

    Rest.ofOperator(requests, PERIOD.multipliedBy(5));
  }
}
