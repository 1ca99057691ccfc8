package dev.catamaran.it.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class RestartIT {
  private static final int RELEASES = 20;
  private static final Duration QUIET = Duration.ofSeconds(5);

  /** Of what every start asks; and one listing and one watch of each kind that releases have. */
  private static final int MOST_REQUESTS = 30 + 2 * 3;

  @Test
  void aRestartOverQuietReleasesWritesNothingAndAsksLittle(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var first = namespace.operate(Fleet.watching());
    var fleet = Fleet.of(RELEASES, namespace).awaitReady();
    requests.awaitQuiet(QUIET);
    first.close();
    var before = fleet.revisions();

    requests.restart();
    namespace.operate(Fleet.watching());
    requests.awaitQuiet(QUIET);

    var asked = requests.requests();
    System.out.printf("%d requests to restart over %d releases%n", asked.size(), RELEASES);
    assertEquals(List.of(), asked.stream().filter(Request::isWrite).toList());
    assertTrue(asked.size() <= MOST_REQUESTS, asked::toString);
    assertEquals(before, fleet.revisions());
  }
}
