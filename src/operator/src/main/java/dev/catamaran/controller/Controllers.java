package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.controller.KindController.Start;
import dev.catamaran.telemetry.SteadyClock;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops the controllers of all watches as their kinds appear and disappear. */
public final class Controllers {
  private static final Logger log = LoggerFactory.getLogger(Controllers.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);

  private final Map<GroupVersionKind, KindController> controllers = new ConcurrentHashMap<>();

  /** Controllers with a scheduled retry. */
  private final Set<KindController> waiting = ConcurrentHashMap.newKeySet();

  private final ScheduledExecutorService decisions;
  private final Executor starts;
  private final Clock clock = SteadyClock.begin();
  private volatile Predicate<GroupVersionKind> isServed = gvk -> false;
  private volatile boolean stopping;

  /**
   * Makes one decision at a time. Each controller starts on its own thread, so a waiting controller
   * delays no other.
   */
  public Controllers() {
    this(
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("controllers").daemon().factory()),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Uses given threads: one for the decisions, and those that start and stop controllers. */
  Controllers(ScheduledExecutorService decisions, Executor starts) {
    this.decisions = decisions;
    this.starts = starts;
  }

  /**
   * Sets how a kind is reconciled from now on. Stops its running controller first.
   *
   * @param then called when the controller can be started
   */
  void put(GroupVersionKind gvk, Start start, Runnable then) {
    var fresh = new KindController(gvk, start, this::again, clock);
    var before = controllers.putIfAbsent(gvk, fresh);
    starts.execute(
        () -> {
          if (before != null) {
            before.change(start);
          }
          then.run();
        });
  }

  void remove(GroupVersionKind gvk) {
    var controller = controllers.remove(gvk);
    if (controller != null) {
      starts.execute(controller::retire);
    }
  }

  /** Starts the controllers of served kinds and stops all others. Retries after a failure. */
  public void adjust(Predicate<GroupVersionKind> served) {
    isServed = served;
    if (!stopping) {
      decisions.execute(
          () -> controllers.values().forEach(controller -> adjust(controller, served)));
    }
  }

  /** Runs {@code check} repeatedly, with a pause of {@code period}. */
  public void every(Duration period, Runnable check) {
    var unused =
        decisions.scheduleWithFixedDelay(
            check, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops all controllers at once. Returns when running passes are done, or their time is over. */
  public void stop() {
    stopping = true;
    decisions.shutdownNow();
    var stops =
        controllers.values().stream()
            .map(controller -> CompletableFuture.runAsync(controller::stop, starts))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(stops).join();
  }

  private void adjust(KindController controller, Predicate<GroupVersionKind> served) {
    starts.execute(
        () -> {
          try {
            controller.awaitPrerequisites();
            if (stopping) {
              return;
            }
            controller.adjust(served.test(controller.gvk()));
          } catch (RuntimeException | Error e) {
            log.warn(
                "{} cannot be reconciled yet and is tried again in {} s: {}",
                controller.gvk(),
                controller.beforeNextTry().toSeconds(),
                e.getMessage());
            log.debug("{} cannot be reconciled yet", controller.gvk(), e);
            again(controller);
          }
        });
  }

  /** One scheduled retry is enough, whatever the number of failures until then. */
  private void again(KindController controller) {
    if (!waiting.add(controller)) {
      return;
    }
    try {
      var unused =
          decisions.schedule(
              () -> {
                waiting.remove(controller);
                adjust(controller, isServed);
              },
              controller.beforeNextTry().toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{} is not started again, as all are stopping", controller.gvk());
    }
  }

  /** Notes whether the kinds are watched, now and every 15 s. */
  public void checkWatches() {
    controllers.values().forEach(KindController::look);
    every(
        BETWEEN_LOOKS,
        () -> controllers.values().forEach(controller -> starts.execute(controller::look)));
  }

  /** Returns the kinds without a working watch for longer than {@code longer}. */
  public Stream<String> silent(Duration longer) {
    return controllers.values().stream().flatMap(controller -> controller.silent(longer).stream());
  }

  /**
   * Returns the problems that prevent the reconciliation of served kinds.
   *
   * @param longer minimum age of a problem
   */
  public List<String> troubles(Duration longer) {
    return controllers.values().stream()
        .flatMap(controller -> controller.trouble(longer).stream())
        .sorted()
        .toList();
  }
}
