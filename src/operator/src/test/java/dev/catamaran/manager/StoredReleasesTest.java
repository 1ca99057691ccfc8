package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.UnwatchedDescendants;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.manager.StoredReleases.Place;
import dev.catamaran.manifest.ObjectKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoredReleasesTest {
  /** The start of all kinds waits for this. Each request is repeated for a second. */
  @Test
  void askOnceForAnApiThatIsAwayAndDoNotWaitForOneThatHangs() throws Exception {
    var requests = new AtomicInteger();
    try (var server = new TestServer();
        var client = server.client(10)) {
      server
          .hangingOn("/apis/hanging.dev/v1")
          .on(
              "/apis/away.dev/v1",
              exchange -> {
                requests.incrementAndGet();
                exchange.sendResponseHeaders(503, -1);
              });
      var places =
          IntStream.range(0, 100)
              .boxed()
              .flatMap(
                  i ->
                      Stream.of("away.dev/v1", "hanging.dev/v1")
                          .map(api -> new ObjectKey(api, "Thing", "", ""))
                          .map(kind -> new Place(kind, "namespace-" + i)))
              .collect(Collectors.toSet());

      assertTimeoutPreemptively(
          Duration.ofSeconds(40),
          () ->
              StoredReleases.watch(
                  places, ApiResources.impatient(client), new UnwatchedDescendants()));
      assertTrue(requests.get() <= ApiResources.MOST_RETRIES + 1, requests::toString);
    }
  }
}
