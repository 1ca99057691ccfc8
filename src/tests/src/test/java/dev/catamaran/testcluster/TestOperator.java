package dev.catamaran.testcluster;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTask.Next;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.RunningManager;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The real manager, in the process of the tests, with a watches.yaml and a separate account. */
public final class TestOperator implements AutoCloseable {
  /** How many primaries of a kind it reconciles at the same time. */
  public static final int WORKERS = 4;

  /** Whoever makes a task gets the meters of the operator. This one never runs. */
  private static final PeriodicTask UNUSED =
      PeriodicTask.every(Duration.ofDays(1), "unused", () -> Next.STOP).afterAPeriod();

  private final RunningManager manager;
  private final MeterRegistry meters;
  private final Path watches;

  private TestOperator(RunningManager manager, MeterRegistry meters, Path watches) {
    this.manager = manager;
    this.meters = meters;
    this.watches = watches;
  }

  static TestOperator start(
      Set<String> namespaces, OperatorIdentity identity, Watching watching, Duration period) {
    try {
      var file = watching.write();
      var cache = Files.createTempDirectory("charts-");
      var meters = new CompletableFuture<MeterRegistry>();
      var manager =
          Manager.builder()
              .watches(file)
              .kubeconfig(identity.kubeconfig())
              .namespaces(namespaces.toArray(String[]::new))
              .reconcilePeriod(period)
              .maxConcurrentReconciles(WORKERS)
              .metricsAddress("0")
              .probeAddress("0")
              .gracefulShutdownTimeout(Duration.ofSeconds(30))
              .chartCache(cache)
              .registryConfig(cache.resolve("no-credentials.json"))
              .task(
                  runtime -> {
                    meters.complete(runtime.meters());
                    return UNUSED;
                  })
              .build()
              .start();
      return new TestOperator(manager, meters.join(), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The passes that have ended, by watch, as in the metric {@code catamaran_passes_total}. */
  public Map<String, Long> passes() {
    return meters.find("catamaran.passes").counters().stream()
        .collect(
            Collectors.toMap(
                counter -> String.valueOf(counter.getId().getTag("watch")),
                counter -> (long) counter.count(),
                Long::sum));
  }

  /** The passes over primaries of this kind that have ended. */
  public long passes(String kind) {
    return passes().entrySet().stream()
        .filter(watch -> watch.getKey().startsWith(kind + "."))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Replaces its watches.yaml in one step, as an editor or a mounted ConfigMap does. */
  public void edit(Watching watching) {
    try {
      Files.move(watching.write(), watches, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the manager as SIGTERM would. */
  @Override
  public void close() {
    manager.close();
  }
}
