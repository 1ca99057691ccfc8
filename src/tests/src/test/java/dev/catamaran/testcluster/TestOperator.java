package dev.catamaran.testcluster;

import dev.catamaran.manager.Manager;
import dev.catamaran.manager.RunningManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Set;

/** The real manager, in the process of the tests, with a watches.yaml and a separate account. */
public final class TestOperator implements AutoCloseable {
  /** How many primaries of a kind it reconciles at the same time. */
  public static final int WORKERS = 4;

  private final RunningManager manager;
  private final Path watches;

  private TestOperator(RunningManager manager, Path watches) {
    this.manager = manager;
    this.watches = watches;
  }

  static TestOperator start(
      Set<String> namespaces, OperatorIdentity identity, Watching watching, Duration period) {
    try {
      var file = watching.write();
      var cache = Files.createTempDirectory("charts-");
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
              .build()
              .start();
      return new TestOperator(manager, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
