package dev.catamaran.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An operator finds its work done after a restart: it reads a little, and writes nothing. {@link
 * RequestLog} reads the requests of one account from the audit log of the API server, and {@link
 * Fleet} makes the primaries of the watches.yaml of this repository.
 */
class RestartIT {
  private static final int RELEASES = 20;
  private static final Duration QUIET = Duration.ofSeconds(5);

  /** The requests of every start, plus one list and one watch of each kind in the releases. */
  private static final int MAX_REQUESTS = 30 + 2 * 3;

  @Test
  void aRestartOverQuietReleasesSendsFewReadsAndNoWrites(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var first = namespace.operate(Fleet.watching());
    var fleet = Fleet.of(RELEASES, namespace).awaitReady();
    requests.awaitQuiet(QUIET);
    first.close();
    var before = fleet.revisions();

    Rest.ofDefinitions(namespace.client());
    requests.restart();
    namespace.operate(Fleet.watching());
    requests.awaitQuiet(QUIET);

    var sent = requests.requests();
    System.out.printf("%d requests to restart over %d releases%n", sent.size(), RELEASES);
    assertEquals(List.of(), sent.stream().filter(Request::isWrite).toList());
    assertTrue(sent.size() <= MAX_REQUESTS, sent::toString);
    assertEquals(before, fleet.revisions());
  }
}
