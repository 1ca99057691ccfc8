package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.Controller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reconciler of one watch while its kind is served. Each watch has its own SDK Operator,
 * and so its own workers and its own wait for the CRD. If an informer ends, the Operator is stopped
 * and a new one is started.
 */
final class KindController {
  private static final Logger log = LoggerFactory.getLogger(KindController.class);

  /**
   * Steps of a start.
   *
   * @param prerequisites returns when all prerequisites exist; may take long
   * @param factory makes an Operator with a registered reconciler, a new one for each start. The
   *     Operator must pass the cause of an ended informer to the given consumer at once
   */
  record Start(Runnable prerequisites, Function<Consumer<Throwable>, Operator> factory) {}

  /** Period from one start to the next. */
  private static final class Life {
    private volatile boolean ended;
  }

  private final GroupVersionKind gvk;
  private final Consumer<KindController> onEnd;
  private final RunProblem problem;
  private final WatchGap gap;
  private volatile Start start;
  private volatile Life life = new Life();
  private Optional<Operator> running = Optional.empty();
  private boolean toldMissing;
  private boolean retired;

  /**
   * Makes a controller that does not run yet.
   *
   * @param onEnd called when the controller has ended and must be adjusted; must return quickly
   */
  KindController(GroupVersionKind gvk, Start start, Consumer<KindController> onEnd, Clock clock) {
    this.gvk = gvk;
    this.start = start;
    this.onEnd = onEnd;
    this.problem = new RunProblem(clock);
    this.gap = new WatchGap(gvk, clock);
  }

  GroupVersionKind gvk() {
    return gvk;
  }

  Duration beforeNextTry() {
    return problem.delay();
  }

  /** Returns why a served kind is not reconciled, if the problem is older than {@code longer}. */
  Optional<String> trouble(Duration longer) {
    return problem.sinceLongerThan(longer).map(text -> gvk + ": " + text);
  }

  /** Returns the kind, if its objects have not been watched for longer than {@code longer}. */
  Optional<String> silent(Duration longer) {
    return gap.isLongerThan(longer) ? Optional.of(gvk.toString()) : Optional.empty();
  }

  /** Notes whether the informers watch. To be called from time to time. */
  synchronized void look() {
    gap.note(running.map(Operator::getRuntimeInfo));
  }

  /** Waits until the controller can be started. Blocks nothing else in it. */
  void awaitPrerequisites() {
    start.prerequisites().run();
  }

  /**
   * Starts if the kind is served; stops if it is not.
   *
   * @throws RuntimeException if the controller cannot be started
   */
  synchronized void adjust(boolean served) {
    if (retired) {
      return;
    }
    if (running.isPresent() && life.ended) {
      stop();
    }
    if (served && running.isEmpty()) {
      begin();
      toldMissing = false;
    } else if (!served && running.isPresent()) {
      log.warn("{} is no longer served; waiting for its CustomResourceDefinition", gvk);
      toldMissing = true;
      stop();
      problem.over();
    } else if (!served) {
      problem.over();
      if (!toldMissing) {
        log.warn("{} is not served; waiting for its CustomResourceDefinition", gvk);
        toldMissing = true;
      }
    }
  }

  private void begin() {
    var begun = new Life();
    life = begun;
    try {
      var operator = start.factory().apply(failure -> ended(begun, failure));
      running = Optional.of(operator);
      operator.start();
    } catch (RuntimeException | Error e) {
      stop();
      problem.note("cannot be started: " + said(e));
      throw e instanceof RuntimeException failure ? failure : new ManagerException(said(e));
    }
    if (!begun.ended) {
      problem.over();
      log.info("Reconciling {}", gvk);
    }
  }

  /** Runs on an informer's thread, or during the start itself. */
  private void ended(Life ending, Throwable failure) {
    if (ending != life || ending.ended) {
      return;
    }
    ending.ended = true;
    problem.note("an informer has ended: " + said(failure));
    log.warn("An informer of {} has stopped; a new one is started: {}", gvk, said(failure));
    onEnd.accept(this);
  }

  /** Stops, and uses {@code other} from the next {@link #adjust} on. */
  synchronized void change(Start other) {
    stop();
    start = other;
  }

  synchronized void retire() {
    retired = true;
    stop();
    problem.over();
  }

  /** Stops after the running passes, within the Operator's own time limit. */
  synchronized void stop() {
    life = new Life();
    running.ifPresent(KindController::stop);
    running = Optional.empty();
  }

  private static void stop(Operator operator) {
    if (!operator.getRuntimeInfo().isStarted()) {
      // The SDK does not stop the informers of an Operator that it could not start.
      operator.getRegisteredControllers().forEach(KindController::stopInformers);
    }
    operator.stop();
  }

  private static void stopInformers(RegisteredController<?> registered) {
    if (registered instanceof Controller<?> controller) {
      controller.stop();
    }
  }

  private static String said(Throwable failure) {
    var root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return Optional.ofNullable(root.getMessage()).orElse(root.getClass().getSimpleName());
  }

  /** Problem that prevents a controller from running, with its start time. */
  private static final class RunProblem {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    /** After this time without a problem, the next problem counts as the first. */
    private static final Duration QUIET = Duration.ofMinutes(5);

    private final Clock clock;
    private String problem = "";
    private Instant since = Instant.MAX;
    private Instant last = Instant.MIN;
    private int inARow;

    RunProblem(Clock clock) {
      this.clock = clock;
    }

    /**
     * Notes a failure.
     *
     * @param what a sentence for people
     */
    synchronized void note(String what) {
      var now = clock.instant();
      inARow = inARow == 0 || last.plus(QUIET).isBefore(now) ? 1 : inARow + 1;
      last = now;
      problem = what;
      since = since.isBefore(now) ? since : now;
    }

    /** Ends the problem. The next one counts as the first only after a while. */
    synchronized void over() {
      since = Instant.MAX;
    }

    synchronized Duration delay() {
      var delay = FIRST_DELAY.multipliedBy(1L << Math.clamp(inARow - 1L, 0, 10));
      return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
    }

    /** Returns the problem, if it is older than {@code longer}. */
    synchronized Optional<String> sinceLongerThan(Duration longer) {
      return since.isBefore(clock.instant().minus(longer))
          ? Optional.of(problem)
          : Optional.empty();
    }
  }

  /**
   * Time for which objects of a kind are not watched. The client's informers try again, and log
   * nothing.
   */
  private static final class WatchGap {
    private static final Duration WORTH_TELLING = Duration.ofSeconds(45);

    private final GroupVersionKind gvk;
    private final Clock clock;
    private Instant watchedAt;
    private boolean isTold;

    WatchGap(GroupVersionKind gvk, Clock clock) {
      this.gvk = gvk;
      this.clock = clock;
      this.watchedAt = clock.instant();
    }

    /**
     * Notes what is watched at present, and logs when that ends or begins again.
     *
     * @param running empty while nothing has to be watched
     */
    void note(Optional<RuntimeInfo> running) {
      note(running.map(WatchGap::unwatched).orElse(Set.of()));
    }

    private synchronized void note(Set<String> unwatched) {
      var now = clock.instant();
      if (unwatched.isEmpty()) {
        if (isTold) {
          log.info("{} is watched again", gvk);
        }
        isTold = false;
        watchedAt = now;
      } else if (!isTold && watchedAt.plus(WORTH_TELLING).isBefore(now)) {
        isTold = true;
        log.warn(
            "{} has not been watched for {} s, so changes are not seen: {}. This is tried again until it succeeds."
                + " See whether the operator may list and watch these objects, and whether the API server answers",
            gvk,
            Duration.between(watchedAt, now).toSeconds(),
            String.join(", ", unwatched));
      }
    }

    synchronized boolean isLongerThan(Duration longer) {
      return watchedAt.isBefore(clock.instant().minus(longer));
    }

    /** Returns the event sources of which no informer watches, in any namespace. */
    @SuppressWarnings("rawtypes") // As the SDK declares it.
    private static Set<String> unwatched(RuntimeInfo info) {
      return info.unhealthyInformerWrappingEventSourceHealthIndicator().values().stream()
          .flatMap(sources -> sources.entrySet().stream())
          .filter(
              source -> informers(source.getValue()).noneMatch(InformerHealthIndicator::isWatching))
          .map(Map.Entry::getKey)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<InformerHealthIndicator> informers(
        InformerWrappingEventSourceHealthIndicator<?> source) {
      return source.informerHealthIndicators().values().stream();
    }
  }
}
