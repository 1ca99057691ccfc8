package dev.catamaran.it.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManyReleasesQuietIT {
  private static final int RELEASES = 20;
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final Duration CALM = Duration.ofSeconds(2);

  @Test
  void convergedReleasesCostNoRequests(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var operator = namespace.operate(Fleet.watching(), PERIOD);
    var fleet = Fleet.of(RELEASES, namespace);
    fleet.awaitReady();
    requests.awaitQuiet(CALM);
    System.out.printf(
        "%d requests converged %d releases and a MemcachedBackup%n",
        requests.beyondUpkeep().size(), RELEASES);

    long backups = operator.passes("MemcachedBackup");
    Rest.ofOperator(requests, CALM, () -> operator.passes("Memcached"), RELEASES);
    assertTrue(operator.passes("MemcachedBackup") > backups, "no pass over the MemcachedBackup");
  }
}
