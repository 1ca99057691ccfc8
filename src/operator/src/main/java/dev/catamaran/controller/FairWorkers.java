package dev.catamaran.controller;

import dev.catamaran.status.ReportedReadiness;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
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
 * The workers of one kind. Groups of primaries take turns: each round runs one waiting pass of each
 * group. A namespace has two groups: ready primaries, and the rest. So a namespace with hundreds of
 * primaries delays the others only by the passes that already run, and hundreds of installations do
 * not delay repairs. Within a group, passes run in order of arrival.
 */
final class FairWorkers extends ThreadPoolExecutor {
  private static final Comparator<QueuedPass> ORDER =
      Comparator.comparingLong(QueuedPass::round).thenComparingLong(QueuedPass::number);

  /** Of passes without a primary. */
  private static final Group NOWHERE = new Group("", false);

  /** The group of the pass that the thread is about to submit. */
  private static final ThreadLocal<@Nullable Group> NEXT = new ThreadLocal<>();

  private final Map<Group, Long> lastRounds = new HashMap<>();
  private long currentRound;
  private long number;

  /** Primaries that share turns. */
  private record Group(String namespace, boolean isReady) {
    static Group of(HasMetadata primary) {
      var namespace = Objects.requireNonNullElse(primary.getMetadata().getNamespace(), "");
      return new Group(
          namespace,
          primary instanceof GenericKubernetesResource resource && ReportedReadiness.of(resource));
    }
  }

  /** A pass with its round over all groups. */
  private final class QueuedPass implements Runnable {
    private final Group group;
    private final long round;
    private final long number;
    private final Runnable pass;

    QueuedPass(Group group, long round, long number, Runnable pass) {
      this.group = group;
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
   * Returns metrics that note the group of the next pass. They must be among the SDK's metrics: the
   * SDK calls them with a primary right before it submits the pass.
   */
  Metrics groupRecorder() {
    return new Metrics() {
      @Override
      public void reconcileCustomResource(
          HasMetadata primary, @Nullable RetryInfo retry, Map<String, Object> metadata) {
        NEXT.set(Group.of(primary));
      }
    };
  }

  @Override
  public void execute(Runnable pass) {
    var group = Objects.requireNonNullElse(NEXT.get(), NOWHERE);
    NEXT.remove();
    super.execute(queued(group, pass));
  }

  private synchronized QueuedPass queued(Group group, Runnable pass) {
    long round = Math.max(currentRound, lastRounds.getOrDefault(group, -1L) + 1);
    lastRounds.put(group, round);
    return new QueuedPass(group, round, number++, pass);
  }

  private synchronized void begin(QueuedPass queued) {
    currentRound = Math.max(currentRound, queued.round());
    // No pass of the group waits any more. Without the removal, the map would grow forever.
    lastRounds.remove(queued.group, queued.round());
  }
}
