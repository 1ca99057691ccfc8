package dev.catamaran.scale;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.it.inspect.Shell;
import dev.catamaran.it.inspect.UiCommand;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.ImageFlags;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.ProcessFigures;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * {@code make measure WHAT=scale}: measures one operator with many primaries, before and after a
 * time of churn. It is not part of the tests.
 *
 * <p>{@code -Dscale.primaries=10000 -Dscale.churn=PT1H -Dscale.seed=1}
 */
class ScaleRun {
  private static final int PRIMARIES = Integer.getInteger("scale.primaries", 1000);
  private static final Duration CHURN = Duration.parse(System.getProperty("scale.churn", "PT1M"));
  private static final long SEED = Long.getLong("scale.seed", 1);

  private static final int REPAIRS = 100;
  private static final int PAGES = 100;
  private static final Duration REST = Duration.ofMinutes(1);

  /** With a heap for 10,000 primaries. */
  private static final String JVM_FLAGS =
      ImageFlags.with("-Xmx" + System.getProperty("scale.heap", "1g"));

  private final HttpClient http = HttpClient.newHttpClient();
  private final Figures figures = new Figures();
  private final Random random = new Random(SEED);

  @Test
  void servesManyPrimaries() throws Exception {
    var namespace = TestNamespace.create();
    writeHerd(namespace);

    settle(namespace);
    int metrics = FreePort.find();
    var requests = RequestLog.of(namespace.identity());
    long started = System.nanoTime();
    try (var operator = launch(namespace, metrics)) {
      var process = new ProcessFigures(operator.pid(), true);
      within(
          Duration.ofMinutes(30),
          () -> assertTrue(settled(metrics), "all primaries are looked at and settled"));
      figures.seconds("start until all are looked at", System.nanoTime() - started);
      figures.row("CPU of the start", process.cpu().toMillis() / 1000.0 + " s");
      figures.row("requests of the start", byVerb(requests));
      measure("before churn", operator, namespace, requests);
      show(namespace);
      churn(namespace);
      within(Duration.ofMinutes(30), () -> assertTrue(settled(metrics), "settled after the churn"));
      measure("after churn", operator, namespace, requests);
    }
    System.out.println(figures.table());
  }

  private void writeHerd(TestNamespace namespace) throws Exception {
    int metrics = FreePort.find();
    try (var operator = launch(namespace, metrics)) {
      operator.awaitLog("Reconciling");
      Herd.makeModel(namespace);
      operator.terminate();
      operator.awaitExit(Duration.ofMinutes(1));
    }
    long begun = System.nanoTime();
    Herd.likeTheModel(namespace).write(PRIMARIES);
    figures.row("primaries", Integer.toString(PRIMARIES));
    figures.seconds("written in", System.nanoTime() - begun);
  }

  /** The first pass writes the digests of the copies into each status. */
  private void settle(TestNamespace namespace) throws Exception {
    int metrics = FreePort.find();
    try (var operator = launch(namespace, metrics)) {
      within(
          Duration.ofHours(1),
          () -> assertTrue(settled(metrics), "all primaries are looked at for the first time"));
      operator.terminate();
      operator.awaitExit(Duration.ofMinutes(2));
    }
  }

  private OperatorProcess launch(TestNamespace namespace, int metrics) {
    return namespace.launch(
        Map.of("JDK_JAVA_OPTIONS", JVM_FLAGS),
        Fleet.watching(),
        "--metrics-bind-address=127.0.0.1:" + metrics);
  }

  private void measure(
      String when, OperatorProcess operator, TestNamespace namespace, RequestLog requests)
      throws Exception {
    var process = new ProcessFigures(operator.pid(), true);
    figures.row("memory (RSS) " + when, process.residentMegabytes() + " MB");
    operator.collectGarbage();
    figures.row("of it heap in use " + when, operator.heapMegabytes() + " MB");
    requests.restart();
    var before = process.cpu();
    new CountDownLatch(1).await(REST.toSeconds(), TimeUnit.SECONDS);
    figures.row(
        "CPU at rest " + when,
        String.format(
            Locale.ROOT,
            "%.2f %% of a core",
            100.0 * process.cpu().minus(before).toMillis() / REST.toMillis()));
    figures.row("requests at rest " + when, byVerb(requests));
    repair(when, namespace);
  }

  private void repair(String when, TestNamespace namespace) throws Exception {
    var millis = new long[REPAIRS];
    for (int i = 0; i < REPAIRS; i++) {
      millis[i] = repair(namespace, Herd.name(random.nextInt(PRIMARIES)) + "-memcached");
    }
    Arrays.sort(millis);
    figures.row(
        "a deleted Deployment is back " + when,
        "p50 %d ms, p99 %d ms".formatted(millis[REPAIRS / 2], millis[REPAIRS * 99 / 100 - 1]));
  }

  /** Opens pages of {@code catamaran ui}, which runs in this process. */
  private void show(TestNamespace namespace) {
    try (var pages = UiCommand.start(Shell.in(namespace, Fleet.watching().write()))) {
      open(pages, "the list", () -> "/releases");
      open(pages, "a filtered list", () -> "/releases?text=" + random.nextInt(PRIMARIES));
      Supplier<String> release =
          () ->
              "/release/memcached.cache.my.domain/%s/%s"
                  .formatted(namespace.name(), Herd.name(random.nextInt(PRIMARIES)));
      open(pages, "a release", release);
      open(pages, "the values of a release", () -> release.get() + "/values");
      open(pages, "the next reconcile of a release", () -> release.get() + "/next");
    }
  }

  private void open(UiCommand pages, String what, Supplier<String> path) {
    var millis = new long[PAGES];
    for (int i = 0; i < PAGES; i++) {
      var one = path.get();
      long begun = System.nanoTime();
      var seen = pages.send(one);
      millis[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      assertEquals(200, seen.code(), one);
    }
    long first = millis[0];
    Arrays.sort(millis);
    figures.row(
        "page: " + what,
        "first %d ms, p50 %d ms, p95 %d ms"
            .formatted(first, millis[PAGES / 2], millis[PAGES * 95 / 100 - 1]));
  }

  private static long repair(TestNamespace namespace, String name) throws InterruptedException {
    var back = new CountDownLatch(1);
    var deployment =
        namespace.client().apps().deployments().inNamespace(namespace.name()).withName(name);
    var old = deployment.require().getMetadata().getUid();
    var watch = deployment.watch(new Back(old, back));
    long begun = System.nanoTime();
    deployment.delete();
    assertTrue(back.await(60, TimeUnit.SECONDS), name + " was not created again");
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    watch.close();
    return took;
  }

  private record Back(String oldUid, CountDownLatch latch) implements Watcher<Deployment> {
    @Override
    public void eventReceived(Action action, Deployment seen) {
      if (action == Action.ADDED && !seen.getMetadata().getUid().equals(oldUid)) {
        latch.countDown();
      }
    }

    @Override
    public void onClose(WatcherException cause) {}
  }

  /** Deletes and edits random objects, and creates and deletes primaries. */
  private void churn(TestNamespace namespace) {
    long end = System.nanoTime() + CHURN.toNanos();
    var churn = new Churn(namespace, random, PRIMARIES);
    while (System.nanoTime() < end) {
      churn.step();
    }
    churn.end();
    figures.row("churn", "%s: %s".formatted(CHURN, churn.counts()));
  }

  private boolean settled(int metrics) {
    try {
      return sum(metrics, "catamaran_releases{") >= PRIMARIES
          && sum(metrics, "catamaran_passes_total{") >= PRIMARIES
          && sum(metrics, "catamaran_queue_depth{") == 0
          && sum(metrics, "catamaran_passes_running{") == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private long sum(int metrics, String series) throws IOException, InterruptedException {
    var answer =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metrics + "/metrics")).build(),
            BodyHandlers.ofString());
    return (long)
        answer
            .body()
            .lines()
            .filter(line -> line.startsWith(series))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  private static String byVerb(RequestLog requests) {
    var all = requests.requests();
    return "%d watches, %d about the lease, %d others"
        .formatted(
            all.stream().filter(r -> r.verb().equals("watch")).count(),
            all.stream().filter(r -> r.resource().equals("leases")).count(),
            requests.beyondUpkeep().size());
  }
}
