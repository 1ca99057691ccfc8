package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The operator's requests for a release, beside those of Helm. */
class ReleaseRequestsIT {
  private static final Duration QUIET = Duration.ofSeconds(2);

  @Test
  void takesTheFirstRevisionFromTheWatch(TestNamespace namespace) {
    var requests = afterAFirstRelease(namespace);

    make("second", namespace, requests);

    assertEquals(
        List.of("create events", "patch widgets", "patch widgets/status", "patch widgets/status"),
        // The operator reads an object, or the revision, that its informer does not deliver in
        // time.
        ofTheOperator(requests).stream()
            .filter(request -> !Set.of("get configmaps", "get secrets").contains(request))
            .toList());
  }

  @Test
  void writesNoStatusOfAPrimaryThatDisappears(TestNamespace namespace) {
    var requests = afterAFirstRelease(namespace);

    namespace.delete("Widget", "first");
    eventually(() -> assertNull(namespace.primary("Widget", "first")));
    awaitEnd(requests);

    var sent = ofTheOperator(requests);
    // The deleted revision is read by its name only if the watch does not deliver the deletion in
    // time.
    assertEquals(
        List.of("create events", "list secrets", "patch widgets"),
        sent.stream().filter(request -> !request.equals("get secrets")).toList());
    assertTrue(sent.size() <= 4, sent::toString);
  }

  /** Helm writes the marks of ownership with the objects. */
  @Test
  void adoptsNothingOfABuiltInKind(TestNamespace namespace) {
    var requests = afterAFirstRelease(namespace, TestChart.memcached());

    make("second", namespace, requests);

    assertEquals(
        Set.of("create events", "patch widgets", "patch widgets/status"),
        writesOfTheOperator(requests));
    assertEquals(3, created(requests));

    requests.restart();
    namespace.apply("Widget", "second", "{replicaCount: 2}");
    namespace.awaitRevisions("second", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "second");
    awaitEnd(requests);

    assertEquals(Set.of("create events", "patch widgets/status"), writesOfTheOperator(requests));
    assertEquals(0, created(requests));
  }

  /** Without reads: an object that its informer has not delivered yet is read. */
  private static Set<String> writesOfTheOperator(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> request.agent().startsWith("fabric8") && request.isWrite())
        .map(ReleaseRequestsIT::title)
        .collect(Collectors.toSet());
  }

  private static long created(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> !request.agent().startsWith("fabric8"))
        .filter(request -> request.verb().equals("create") && !request.resource().equals("secrets"))
        .count();
  }

  private static RequestLog afterAFirstRelease(TestNamespace namespace) {
    return afterAFirstRelease(
        namespace, TestChart.named("colors").configMap("colors", "color", "red").path());
  }

  /** After a first release, the operator knows and watches all kinds. */
  private static RequestLog afterAFirstRelease(TestNamespace namespace, Path chart) {
    Rest.ofDefinitions(namespace.client());
    var requests = RequestLog.of(namespace.identity());
    namespace.operate(Watching.chart("Widget", chart));
    make("first", namespace, requests);
    requests.restart();
    return requests;
  }

  private static void make(String name, TestNamespace namespace, RequestLog requests) {
    namespace.deploy("Widget", name, "{}");
    awaitEnd(requests);
  }

  /** The operator writes the Event of an operation on another thread. */
  private static void awaitEnd(RequestLog requests) {
    eventually(() -> assertTrue(ofTheOperator(requests).contains("create events")));
    requests.awaitQuiet(QUIET);
  }

  /** Returns the requests of the operator's own client, sorted. */
  private static List<String> ofTheOperator(RequestLog requests) {
    return requests.beyondUpkeep().stream()
        .filter(request -> request.agent().startsWith("fabric8"))
        .map(ReleaseRequestsIT::title)
        .sorted()
        .toList();
  }

  private static String title(Request request) {
    var subresource = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return request.verb() + " " + request.resource() + subresource;
  }
}
