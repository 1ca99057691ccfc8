package dev.catamaran.manager;

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
 * The workers of one kind. Namespaces have turns: of each that has passes waiting, one is run after
 * the other, so that a namespace with hundreds of primaries keeps no other waiting for more than
 * what runs already. Within a namespace it is first come, first served.
 */
final class FairWorkers extends ThreadPoolExecutor {
  private static final Comparator<Turn> ORDER =
      Comparator.comparingLong(Turn::round).thenComparingLong(Turn::number);

  private final ThreadLocal<@Nullable String> next = new ThreadLocal<>();
  private final Map<String, Long> lastRounds = new HashMap<>();
  private long currentRound;
  private long number;

  /** A pass, and in which round over all namespaces it comes. */
  private final class Turn implements Runnable {
    private final String namespace;
    private final long round;
    private final long number;
    private final Runnable pass;

    Turn(String namespace, long round, long number, Runnable pass) {
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
        new PriorityBlockingQueue<>(16, (one, other) -> ORDER.compare((Turn) one, (Turn) other)));
    allowCoreThreadTimeOut(true);
  }

  /**
   * Has to be among the SDK's metrics: they are told of a primary right before its pass is handed
   * over.
   */
  Metrics ear() {
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
    super.execute(turn(namespace, pass));
  }

  private synchronized Turn turn(String namespace, Runnable pass) {
    long round = Math.max(currentRound, lastRounds.getOrDefault(namespace, -1L) + 1);
    lastRounds.put(namespace, round);
    return new Turn(namespace, round, number++, pass);
  }

  private synchronized void begin(Turn turn) {
    currentRound = Math.max(currentRound, turn.round());
    // Nothing more of it waits; a map of all namespaces that ever were would not end.
    lastRounds.remove(turn.namespace, turn.round());
  }
}
