package dev.catamaran.controller;

import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReportedCondition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one kind. Groups of primaries take turns: each round runs one waiting pass of each
 * group. A namespace has a group for each {@link Stage}. So a namespace with hundreds of primaries
 * delays the others only by the passes that already run, and hundreds of installations delay
 * neither repairs nor reports of readiness. Within a group, passes run in order of arrival.
 *
 * <p>A pass that has lasted for a while, such as one that waits for a hook, lends its worker to
 * namespaces without a running pass. So long passes of one namespace do not delay the others. Each
 * primary without a namespace counts as one of its own. It lends its worker also to the primaries
 * that its release made, one at a time: a hook may wait for one of them.
 */
final class FairWorkers extends AbstractExecutorService {
  /** How many passes may run beyond the workers, while as many others last long. */
  static final int LOANS = 16;

  /** More than a pass takes that does not wait. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The length of a turn, in rounds. */
  private static final long TURN = 4;

  private static final Comparator<QueuedPass> ORDER =
      Comparator.comparingLong((QueuedPass pass) -> pass.round)
          .thenComparingLong(pass -> pass.number);

  /** Of passes without a primary. */
  private static final Subject NOBODY = new Subject("", "", new Group("", Stage.OTHER));

  /** Of the pass that the thread is about to submit. */
  private static final ThreadLocal<@Nullable Subject> NEXT = new ThreadLocal<>();

  private final int workers;
  private final int loans;
  private final Duration patience;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final TreeSet<QueuedPass> waiting = new TreeSet<>(ORDER);
  private final Map<String, QueuedPass> waitingByPrimary = new HashMap<>();
  private final Set<QueuedPass> running = new LinkedHashSet<>();
  private final Map<Group, Long> lastRounds = new HashMap<>();
  private long currentRound;
  private long number;
  private boolean looksLater;

  /** What the status says of the present spec. */
  private enum Stage {
    READY(TURN),
    /** Deployed and not ready: its objects change several times until then. */
    DEPLOYED(TURN / 4),
    OTHER(TURN);

    private final long turn;

    Stage(long turn) {
      this.turn = turn;
    }

    static Stage of(HasMetadata primary) {
      if (!(primary instanceof GenericKubernetesResource resource)) {
        return OTHER;
      }
      if (ReportedCondition.isTrue(Reasons.READY, resource)) {
        return READY;
      }
      return ReportedCondition.isTrue(Reasons.DEPLOYED, resource) ? DEPLOYED : OTHER;
    }
  }

  /** Primaries that share turns. */
  private record Group(String namespace, Stage stage) {
    static Group of(HasMetadata primary) {
      return new Group(
          Objects.requireNonNullElse(primary.getMetadata().getNamespace(), ""), Stage.of(primary));
    }
  }

  /**
   * Whom a pass is for.
   *
   * @param parent the primary that has the name of the release that made it; may not exist
   */
  private record Subject(String primary, String parent, Group group) {
    static Subject of(HasMetadata primary) {
      var metadata = primary.getMetadata();
      var place = metadata.getNamespace() + "/";
      return new Subject(
          place + metadata.getName(),
          place
              + Objects.requireNonNullElse(metadata.getAnnotations(), Map.<String, String>of())
                  .getOrDefault("meta.helm.sh/release-name", ""),
          Group.of(primary));
    }

    /** Names those that wait together for a worker that they occupy. */
    String lane() {
      return group.namespace().isEmpty() ? primary : group.namespace();
    }
  }

  /** A pass with its round over all groups. */
  private static final class QueuedPass {
    private final Subject subject;
    private final long round;
    private final long number;
    private final Runnable pass;
    private long began;

    QueuedPass(Subject subject, long round, long number, Runnable pass) {
      this.subject = subject;
      this.round = round;
      this.number = number;
      this.pass = pass;
    }

    Group group() {
      return subject.group();
    }
  }

  /**
   * Creates the workers of a kind.
   *
   * @param workers how many passes run at once
   * @param loans how many more may run while others last longer than {@code patience}
   */
  FairWorkers(int workers, int loans, Duration patience) {
    this.workers = workers;
    this.loans = loans;
    this.patience = patience;
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
        NEXT.set(Subject.of(primary));
      }
    };
  }

  @Override
  public void execute(Runnable pass) {
    var subject = Objects.requireNonNullElse(NEXT.get(), NOBODY);
    NEXT.remove();
    synchronized (this) {
      if (isShutdown()) {
        throw new RejectedExecutionException("the workers end");
      }
      enqueue(subject, pass);
      startAll();
    }
  }

  private void enqueue(Subject subject, Runnable pass) {
    var group = subject.group();
    var last = lastRounds.get(group);
    long round = last == null ? currentRound : Math.max(currentRound, last + group.stage.turn);
    lastRounds.put(group, round);
    var queued = new QueuedPass(subject, round, number++, pass);
    waiting.add(queued);
    waitingByPrimary.put(subject.primary(), queued);
  }

  /**
   * Moves the waiting pass of a primary to the group that it is in now. The SDK submits the next
   * pass before the watch shows what the last one reported: it would wait behind all installations.
   */
  synchronized void note(HasMetadata primary) {
    var subject = Subject.of(primary);
    var queued = waitingByPrimary.get(subject.primary());
    if (queued != null && !queued.group().equals(subject.group())) {
      waiting.remove(queued);
      if (waiting.stream().noneMatch(other -> other.group().equals(queued.group()))) {
        lastRounds.remove(queued.group());
      }
      enqueue(subject, queued.pass);
    }
  }

  private synchronized void startAll() {
    while (!isShutdown()) {
      var next = next();
      if (next.isEmpty()) {
        break;
      }
      var first = next.get();
      threads.execute(() -> work(first));
    }
    lookLater();
  }

  /** A running pass may have lasted long enough then. */
  private void lookLater() {
    if (!waiting.isEmpty() && running.size() < workers + loans && !looksLater) {
      looksLater = true;
      CompletableFuture.delayedExecutor(patience.toNanos(), TimeUnit.NANOSECONDS)
          .execute(this::look);
    }
  }

  private synchronized void look() {
    looksLater = false;
    startAll();
  }

  /** Runs a pass, and further ones while any may run: a thread for each pass would cost more. */
  private void work(QueuedPass first) {
    var next = Optional.of(first);
    while (next.isPresent()) {
      try {
        next.get().pass.run();
      } catch (RuntimeException | Error e) {
        var thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      }
      next = end(next.get());
    }
  }

  private synchronized Optional<QueuedPass> end(QueuedPass pass) {
    running.remove(pass);
    var next = next();
    lookLater();
    return next;
  }

  /** Takes the next pass out of the queue, if one may begin. */
  private Optional<QueuedPass> next() {
    var next = startable();
    next.ifPresent(this::begin);
    return next;
  }

  private Optional<QueuedPass> startable() {
    if (running.size() < workers) {
      return waiting.stream().findFirst();
    }
    long now = System.nanoTime();
    long brief = running.stream().filter(pass -> now - pass.began < patience.toNanos()).count();
    if (waiting.isEmpty() || brief >= workers || running.size() >= workers + loans) {
      return Optional.empty();
    }
    var busy = running.stream().map(pass -> pass.subject.lane()).collect(Collectors.toSet());
    var parents = running.stream().map(pass -> pass.subject.primary()).collect(Collectors.toSet());
    var served =
        running.stream()
            .filter(pass -> parents.contains(pass.subject.parent()))
            .map(pass -> pass.subject.lane())
            .collect(Collectors.toSet());
    return waiting.stream()
        .filter(
            pass ->
                !busy.contains(pass.subject.lane())
                    || (parents.contains(pass.subject.parent())
                        && !served.contains(pass.subject.lane())))
        .findFirst();
  }

  private void begin(QueuedPass pass) {
    waiting.remove(pass);
    waitingByPrimary.remove(pass.subject.primary(), pass);
    running.add(pass);
    pass.began = System.nanoTime();
    currentRound = Math.max(currentRound, pass.round);
    // No pass of the group waits any more. Without the removal, the map would grow forever.
    lastRounds.remove(pass.group(), pass.round);
  }

  /** {@inheritDoc} The running passes and the queued ones go on. */
  @Override
  public synchronized void shutdown() {
    threads.shutdown();
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    waiting.clear();
    waitingByPrimary.clear();
    return threads.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return threads.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return threads.isTerminated();
  }

  @Override
  public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    return threads.awaitTermination(time, unit);
  }
}
