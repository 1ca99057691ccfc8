package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.fixture.TestServer;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Source;
import dev.catamaran.watch.Watch;
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
    try (var server = new TestServer();
        var client = server.client()) {
      server.on(
          "/",
          exchange -> {
            asked.countDown();
            server.untilClosed();
          });
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
    }
  }
}
