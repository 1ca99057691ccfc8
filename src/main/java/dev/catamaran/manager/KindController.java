package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.processing.Controller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reconciler of one watch while its kind is served. Each watch has an SDK Operator of its
 * own: that gives it its own workers, and lets it wait for its CRD alone. One whose informer has
 * ended is stopped and started anew.
 */
final class KindController {
  private static final Logger log = LoggerFactory.getLogger(KindController.class);

  /**
   * How it is started.
   *
   * @param prerequisites returns when all is there that is needed; may take long
   * @param factory makes an Operator with its reconciler registered; asked anew at each start. What
   *     it is given must be told, at once, why an informer has ended
   */
  record Start(Runnable prerequisites, Function<Consumer<Throwable>, Operator> factory) {}

  /** From one start to the next. */
  private static final class Life {
    private volatile boolean ended;
  }

  private final GroupVersionKind gvk;
  private final Consumer<KindController> onEnd;
  private final Troubles troubles;
  private volatile Start start;
  private volatile Life life = new Life();
  private Optional<Operator> running = Optional.empty();
  private boolean toldMissing;
  private boolean retired;

  /**
   * Makes a controller that does not run yet.
   *
   * @param onEnd called when it runs no longer and must be adjusted; must be quick
   */
  KindController(GroupVersionKind gvk, Start start, Consumer<KindController> onEnd, Clock clock) {
    this.gvk = gvk;
    this.start = start;
    this.onEnd = onEnd;
    this.troubles = new Troubles(clock);
  }

  GroupVersionKind gvk() {
    return gvk;
  }

  /** How long to wait before the next start. */
  Duration beforeNextTry() {
    return troubles.delay();
  }

  /** Why it does not run although its kind is served, if that has been so for longer. */
  Optional<String> trouble(Duration longer) {
    return troubles.sinceLongerThan(longer).map(problem -> gvk + ": " + problem);
  }

  /** Returns when it can be started; holds up nothing else of it. */
  void awaitPrerequisites() {
    start.prerequisites().run();
  }

  /**
   * Starts or stops as the kind is served or not.
   *
   * @throws RuntimeException if it cannot be started
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
      troubles.over();
    } else if (!served) {
      troubles.over();
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
      troubles.note("cannot be started: " + said(e));
      throw e instanceof RuntimeException failure ? failure : new ManagerException(said(e));
    }
    if (!begun.ended) {
      troubles.over();
      log.info("Reconciling {}", gvk);
    }
  }

  /** Comes from an informer's thread, or from the start itself. */
  private void ended(Life ending, Throwable failure) {
    if (ending != life || ending.ended) {
      return;
    }
    ending.ended = true;
    troubles.note("an informer has ended: " + said(failure));
    log.warn("An informer of {} has stopped; a new one is started: {}", gvk, said(failure));
    onEnd.accept(this);
  }

  /** Stops, and goes on in another way at the next {@link #adjust}. */
  synchronized void change(Start other) {
    stop();
    start = other;
  }

  /** Stops for good. */
  synchronized void retire() {
    retired = true;
    stop();
    troubles.over();
  }

  /** Ends after the passes that run, within the Operator's own bound. */
  synchronized void stop() {
    life = new Life();
    running.ifPresent(KindController::stop);
    running = Optional.empty();
  }

  private static void stop(Operator operator) {
    if (!operator.getRuntimeInfo().isStarted()) {
      // The SDK leaves the informers alone of one that it could not start.
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

  /** What keeps it from running, and since when. */
  private static final class Troubles {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    /** After that time without any, the next is the first. */
    private static final Duration QUIET = Duration.ofMinutes(5);

    private final Clock clock;
    private String problem = "";
    private Instant since = Instant.MAX;
    private Instant last = Instant.MIN;
    private int inARow;

    Troubles(Clock clock) {
      this.clock = clock;
    }

    synchronized void note(String what) {
      var now = clock.instant();
      inARow = inARow == 0 || last.plus(QUIET).isBefore(now) ? 1 : inARow + 1;
      last = now;
      problem = what;
      since = since.isBefore(now) ? since : now;
    }

    synchronized void over() {
      since = Instant.MAX;
    }

    synchronized Duration delay() {
      var delay = FIRST_DELAY.multipliedBy(1L << Math.clamp(inARow - 1L, 0, 10));
      return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
    }

    synchronized Optional<String> sinceLongerThan(Duration longer) {
      return since.isBefore(clock.instant().minus(longer))
          ? Optional.of(problem)
          : Optional.empty();
    }
  }
}
