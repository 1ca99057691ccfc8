package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Source;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StrandedPrimariesTest {
  /** The thread that follows all files of watches.yaml and of charts changes the watches. */
  @Test
  void areLookedForWithoutAWaitForAnApiThatDoesNotAnswer() throws Exception {
    var asked = new CountDownLatch(1);
    var answers = new CountDownLatch(1);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.countDown();
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
            .withRequestRetryBackoffLimit(0)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      var stranded =
          new StrandedPrimaries(client, new ApiResources(client), WatchedNamespaces.all());
      var removed =
          new Watch(
              new GroupVersionKind("example.com", "v1", "Widget"),
              new Source.GivenReconcilers(List.of()),
              Options.DEFAULT,
              0);

      assertTimeoutPreemptively(Duration.ofSeconds(20), () -> stranded.warnOfAll(removed));
      assertTrue(asked.await(30, TimeUnit.SECONDS));
    } finally {
      answers.countDown();
      server.stop(0);
    }
  }
}
