package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The operator's requests for a release, beside those of Helm. */
class ReleaseRequestsIT {
  private static final Duration QUIET = Duration.ofSeconds(2);

  /**
   * Helm writes the marks of ownership with the objects. What the informers do not deliver in time
   * is read by its name.
   */
  @Test
  void areFewForAnInstallationAnUpgradeAndARemoval(TestNamespace namespace) {
    Rest.ofDefinitions(namespace.client());
    var requests = RequestLog.of(namespace.identity());
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    // After a first release, the operator knows and watches all kinds.
    namespace.deploy("Widget", "first", "{}");
    awaitEnd(requests);

    requests.restart();
    namespace.deploy("Widget", "second", "{}");
    awaitEnd(requests);
    assertEquals(
        List.of("create events", "patch widgets", "patch widgets/status", "patch widgets/status"),
        ofTheOperator(requests));
    assertEquals(3, created(requests));

    requests.restart();
    namespace.apply("Widget", "second", "{replicaCount: 2}");
    namespace.awaitRevisions("second", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "second");
    awaitEnd(requests);
    assertEquals(
        Set.of("create events", "patch widgets/status"), Set.copyOf(ofTheOperator(requests)));
    assertEquals(0, created(requests));

    requests.restart();
    namespace.delete("Widget", "first");
    namespace.widget("first").awaitGone();
    awaitEnd(requests);
    assertEquals(
        List.of("create events", "list secrets", "patch widgets"), ofTheOperator(requests));
  }

  private static long created(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> !request.agent().startsWith("fabric8"))
        .filter(request -> request.verb().equals("create") && !request.resource().equals("secrets"))
        .count();
  }

  /** The operator writes the Event of an operation on another thread. */
  private static void awaitEnd(RequestLog requests) {
    eventually(() -> assertTrue(ofTheOperator(requests).contains("create events")));
    requests.awaitQuiet(QUIET);
  }

  /** The requests of the operator's own client, sorted, but reads of single objects. */
  private static List<String> ofTheOperator(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> request.agent().startsWith("fabric8") && !request.verb().equals("get"))
        .map(ReleaseRequestsIT::title)
        .sorted()
        .toList();
  }

  private static String title(Request request) {
    var subresource = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return request.verb() + " " + request.resource() + subresource;
  }
}
