package dev.catamaran.chartsource;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.PullRules;
import dev.catamaran.chartsource.StrayServer.Reply;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks by servers on an operator that pulls a chart. Without a cluster. */
class PullSafetyIT {
  private static final PullRules HTTP = new PullRules(true, Optional.empty());
  private static final String PASSWORD = "very-secret-word";

  private final Path folder;

  PullSafetyIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void sendsNoPlainHttpUnlessTheWatchAllowsIt() throws Exception {
    try (var server = StrayServer.answering(exchange -> Reply.text("{}"))) {
      var index =
          "entries: {boat: [{version: 1.0.0, urls: [%s/boat.tgz]}]}".formatted(server.url());
      Files.writeString(folder.resolve("index.yaml"), index);
      var named = new InRepository(folder.toUri(), "boat", "1.0.0", PullRules.ORDINARY);
      var problem = problem(named);
      assertTrue(
          problem.endsWith(
              server.url()
                  + "/boat.tgz has http, and anybody on the way can change what comes; write https,"
                  + " or allow it with chartPull: {plainHttp: true}"),
          problem);

      assertTrue(
          problem(new InRegistry(server.host(), "boat", "1.0.0", PullRules.ORDINARY))
              .contains("cannot be reached"));
      assertEquals(List.of(), server.asked());
    }
  }

  @Test
  void refusesAnIndexWithFileAddresses() throws Exception {
    var archive = ChartRepository.packaged(TestChart.named("boat"), "1.0.0");
    Files.writeString(
        folder.resolve("index.yaml"),
        "entries: {boat: [{version: 1.0.0, urls: [\"%s\"]}]}".formatted(archive.toUri()));
    var unusable = "index.yaml has no usable address for version 1.0.0";
    var onDisk = new InRepository(folder.toUri(), "boat", "1.0.0", PullRules.ORDINARY);
    assertTrue(problem(onDisk).endsWith(unusable), "a file outside must be refused");

    var index = Files.readString(folder.resolve("index.yaml"));
    try (var server = StrayServer.answering(exchange -> Reply.text(index))) {
      var served = new InRepository(server.uri(), "boat", "1.0.0", HTTP);
      assertTrue(problem(served).endsWith(unusable), problem(served));
    }
  }

  @Test
  void refusesADigestThatIsAPath() throws Exception {
    Files.writeString(
        folder.resolve("index.yaml"),
        "entries: {boat: [{version: 1.0.0, digest: ../../other, urls: [boat.tgz]}]}");
    var problem = problem(new InRepository(folder.toUri(), "boat", "1.0.0", PullRules.ORDINARY));
    assertTrue(problem.contains("that is not a SHA-256 digest; it is not used"), problem);
  }

  @Test
  void sendsThePasswordOfARepositoryToNoOtherHost() throws Exception {
    try (var other = StrayServer.answering(exchange -> Reply.challenge("Basic realm=\"x\""));
        var repository =
            StrayServer.answering(
                exchange ->
                    exchange.getRequestURI().getPath().equals("/index.yaml")
                        ? Reply.text(
                            "entries: {boat: [{version: 1.0.0, urls: [away.tgz]},"
                                + " {version: 2.0.0, urls: [\"%s/x.tgz\"]}]}"
                                    .formatted(other.url()))
                        : Reply.redirect(other.url() + "/boat.tgz?signature=very-secret-query"))) {
      login(repository);
      for (var version : List.of("1.0.0", "2.0.0")) {
        var problem = problem(new InRepository(repository.uri(), "boat", version, HTTP));
        assertTrue(problem.contains("refuses access (401)"), problem);
        assertTrue(!problem.contains("very-secret"), problem);
      }
      assertEquals(3, repository.credentials().size(), "two indexes and a package");
      assertEquals(2, other.asked().size());
      assertEquals(List.of(), other.credentials());
    }
  }

  @Test
  void sendsThePasswordOfARegistryToNoOtherHost() throws Exception {
    try (var other =
            StrayServer.answering(
                exchange ->
                    Reply.challenge(
                        "Bearer realm=\"http://%s/token\""
                            .formatted(exchange.getRequestHeaders().getFirst("Host"))));
        var registry =
            StrayServer.answering(
                exchange -> {
                  if (exchange.getRequestHeaders().getFirst("Authorization") == null) {
                    return Reply.challenge("Basic realm=\"x\"");
                  }
                  return exchange.getRequestURI().getPath().endsWith("/tags/list")
                      ? new Reply(
                          200,
                          Map.of("Link", "<" + other.url() + "/next>; rel=\"next\""),
                          "{\"tags\": [\"1.0.0\"]}")
                      : Reply.redirect(other.url() + "/manifest");
                })) {
      login(registry);
      var problem = problem(new InRegistry(registry.host(), "boat", "^1", HTTP));
      assertTrue(
          problem.endsWith(
              "%s names %s for its own answers; it is not asked"
                  .formatted(registry.host(), other.host())),
          problem);
      assertEquals(List.of(), other.asked());

      var redirected = problem(new InRegistry(registry.host(), "boat", "1.0.0", HTTP));
      assertTrue(redirected.contains("refuses access (401)"), redirected);
      assertEquals(List.of("/manifest"), other.asked());
      assertEquals(List.of(), other.credentials());
    }
  }

  @Test
  void refusesAnAnswerThatExceedsTheLimit() {
    var endless = "x".repeat((4 << 20) + 1);
    try (var server = StrayServer.answering(exchange -> Reply.text(endless))) {
      var problem = problem(new InRegistry(server.host(), "boat", "1.0.0", HTTP));
      assertTrue(problem.contains("it sends more than 4 MiB"), problem);
    }
  }

  @Test
  void pullsOnlyTheManifestWithTheDigest() throws Exception {
    try (var registry = ChartRegistry.start()) {
      registry.push(ChartRepository.packaged(TestChart.named("boat"), "1.0.0"));
      var manifest = manifest(registry, "boat", "1.0.0");
      var digest = "sha256:" + PackageCache.sha256(manifest.getBytes(StandardCharsets.UTF_8));
      var reference = new InRegistry(registry.host(), "charts/boat", digest, HTTP);
      assertEquals("1.0.0", pull(reference).version());
      assertEquals("oci://%s/charts/boat@%s".formatted(registry.host(), digest), reference + "");

      try (var forger = StrayServer.answering(exchange -> Reply.text(manifest + " "))) {
        var forged = problem(new InRegistry(forger.host(), "charts/boat", digest, HTTP));
        assertTrue(forged.contains("but the watch says " + digest + "; it is not used"), forged);
      }
    }
  }

  @Test
  void delaysNoOtherPullByASlowServerAndStopsAtOnce() throws Exception {
    var end = new CountDownLatch(1);
    var repository =
        ChartRepository.create()
            .add("boat", "1.0.0", ChartRepository.packaged(TestChart.named("boat"), "1.0.0"));
    var pulled = new PulledCharts(folder.resolve("pulled"), new RegistryConfig(List.of()));
    var loader = new ChartLoader(folder.resolve("unpacked"));
    var problems = new CopyOnWriteArrayList<String>();
    try (var slow = StrayServer.answering(exchange -> replyAfter(end))) {
      var waiting =
          Thread.ofVirtual()
              .start(
                  () ->
                      problems.add(
                          problem(
                              pulled,
                              new InRepository(slow.uri(), "boat", "1.0.0", HTTP),
                              loader)));
      eventually(() -> assertEquals(1, slow.asked().size()));
      var onDisk = new InRepository(repository.folder().toUri(), "boat", "1.0.0", HTTP);
      assertEquals("1.0.0", pulled.load(onDisk, loader).version());
      assertEquals(List.of(), problems);

      waiting.interrupt();
      eventually(() -> assertEquals(1, problems.size()));
      assertTrue(problems.getFirst().endsWith("the operator stops"), problems.getFirst());
      end.countDown();
    }
  }

  private static Reply replyAfter(CountDownLatch end) {
    try {
      end.await();
      return Reply.text("{}");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String problem(
      PulledCharts pulled, ChartReference.Remote reference, ChartLoader loader) {
    return assertThrows(ChartUnavailableException.class, () -> pulled.load(reference, loader))
        .problem();
  }

  private static String manifest(ChartRegistry registry, String name, String tag)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var address =
          URI.create("http://%s/v2/charts/%s/manifests/%s".formatted(registry.host(), name, tag));
      return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    }
  }

  private void login(StrayServer server) throws IOException {
    var pair =
        Base64.getEncoder().encodeToString(("user:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        folder.resolve("config.json"),
        "{\"auths\": {\"%s\": {\"auth\": \"%s\"}}}".formatted(server.host(), pair));
  }

  private String problem(ChartReference.Remote reference) {
    return assertThrows(ChartUnavailableException.class, () -> pull(reference)).problem();
  }

  private Chart pull(ChartReference.Remote reference) throws Exception {
    var config = new RegistryConfig(List.of(folder.resolve("config.json")));
    return new PulledCharts(folder.resolve("pulled"), config)
        .load(reference, new ChartLoader(folder.resolve("unpacked")));
  }
}
