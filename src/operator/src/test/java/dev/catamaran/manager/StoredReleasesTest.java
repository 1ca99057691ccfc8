package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.UnwatchedDescendants;
import dev.catamaran.manager.StoredReleases.Place;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
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
    var answers = new CountDownLatch(1);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/apis/away.dev/v1",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(503, -1);
          }
        });
    server.createContext(
        "/apis/hanging.dev/v1",
        exchange -> {
          try (exchange) {
            answers.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    var config =
        new ConfigBuilder()
            .withAutoConfigure(false)
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .withRequestTimeout(Integer.MAX_VALUE)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
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
    } finally {
      answers.countDown();
      server.stop(0);
    }
  }
}
