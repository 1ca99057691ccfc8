package dev.catamaran.server;

import static java.util.Collections.nCopies;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.server.RememberedAdmissions.Admission;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManagementServerTest {
  private static final int MOST = 8;

  private final BindAddress address = new BindAddress("127.0.0.1", FreePort.find());
  private final CountDownLatch begun = new CountDownLatch(MOST);
  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void answersEightScrapesAtOnceAndRefusesAnother() throws Exception {
    try (var server = new ManagementServer();
        var client = HttpClient.newHttpClient()) {
      server.serveMetrics(
          new MetricsEndpoint(address, Optional.empty()), this::slow, token -> Admission.FORBIDDEN);
      var scrapes = Stream.generate(() -> scrape(client)).limit(MOST).toList();
      assertTrue(begun.await(1, TimeUnit.MINUTES));

      var refused = scrape(client).get(1, TimeUnit.MINUTES);
      assertEquals(503, refused.statusCode());
      assertEquals("Too many ask at once: ask again", refused.body());

      end.countDown();
      assertEquals(
          nCopies(MOST, "200 scraped"),
          scrapes.stream()
              .map(CompletableFuture::join)
              .map(answer -> answer.statusCode() + " " + answer.body())
              .toList());
      assertEquals(200, scrape(client).get(1, TimeUnit.MINUTES).statusCode());
    }
  }

  @Test
  void answersProbesWhileVirtualThreadsHaveAllProcessors() throws Exception {
    var busy = new AtomicBoolean(true);
    try (var server = new ManagementServer();
        var client = HttpClient.newHttpClient();
        var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      server.serveProbes(Optional.of(address), List::of, List::of);
      int processors = Runtime.getRuntime().availableProcessors();
      var started = new CountDownLatch(processors);
      for (int i = 0; i < processors; i++) {
        workers.execute(
            () -> {
              started.countDown();
              while (busy.get()) {
                Thread.onSpinWait();
              }
            });
      }
      try {
        assertTrue(started.await(1, TimeUnit.MINUTES));
        var uri = URI.create("http://127.0.0.1:%d/healthz".formatted(address.port()));
        var probe = client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertEquals(200, probe.get(1, TimeUnit.MINUTES).statusCode());
      } finally {
        busy.set(false);
      }
    }
  }

  private String slow() {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "scraped";
  }

  private CompletableFuture<HttpResponse<String>> scrape(HttpClient client) {
    var uri = URI.create("http://127.0.0.1:%d/metrics".formatted(address.port()));
    return client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
