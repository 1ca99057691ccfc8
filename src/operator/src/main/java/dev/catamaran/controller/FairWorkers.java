package dev.catamaran.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one kind. Namespaces take turns: each round runs one waiting pass of each
 * namespace. So a namespace with hundreds of primaries delays the others only by the passes that
 * already run. Within a namespace, passes run in order of arrival.
 */
final class FairWorkers extends ThreadPoolExecutor {
  private static final Comparator<QueuedPass> ORDER =
      Comparator.comparingLong(QueuedPass::round).thenComparingLong(QueuedPass::number);

  private final ThreadLocal<@Nullable String> next = new ThreadLocal<>();
  private final Map<String, Long> lastRounds = new HashMap<>();
  private long currentRound;
  private long number;

  /** A pass with its round over all namespaces. */
  private final class QueuedPass implements Runnable {
    private final String namespace;
    private final long round;
    private final long number;
    private final Runnable pass;

    QueuedPass(String namespace, long round, long number, Runnable pass) {
      this.namespace = namespace;
      this.round = round;
      this.number = number;
      this.pass = pass;
    }

    long round() {
      return round;
    }

    long number() {
      return number;
    }

    @Override
    public void run() {
      begin(this);
      pass.run();
    }
  }

  FairWorkers(int workers) {
    super(
        workers,
        workers,
        1,
        TimeUnit.MINUTES,
        new PriorityBlockingQueue<>(
            16, (one, other) -> ORDER.compare((QueuedPass) one, (QueuedPass) other)));
    allowCoreThreadTimeOut(true);
  }

  /**
   * Returns metrics that note the namespace of the next pass. They must be among the SDK's metrics:
   * the SDK calls them with a primary right before it submits the pass.
   */
  Metrics namespaceRecorder() {
    return new Metrics() {
      @Override
      public void reconcileCustomResource(
          HasMetadata primary, @Nullable RetryInfo retry, Map<String, Object> metadata) {
        next.set(Objects.requireNonNullElse(primary.getMetadata().getNamespace(), ""));
      }
    };
  }

  @Override
  public void execute(Runnable pass) {
    var namespace = Objects.requireNonNullElse(next.get(), "");
    next.remove();
    super.execute(queued(namespace, pass));
  }

  private synchronized QueuedPass queued(String namespace, Runnable pass) {
    long round = Math.max(currentRound, lastRounds.getOrDefault(namespace, -1L) + 1);
    lastRounds.put(namespace, round);
    return new QueuedPass(namespace, round, number++, pass);
  }

  private synchronized void begin(QueuedPass queued) {
    currentRound = Math.max(currentRound, queued.round());
    // No pass of the namespace waits any more. Without the removal, the map would grow forever.
    lastRounds.remove(queued.namespace, queued.round());
  }
}
