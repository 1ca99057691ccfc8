package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manager.KindController.Start;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops the controllers of all watches as their kinds come and go. */
final class Controllers {
  private static final Logger log = LoggerFactory.getLogger(Controllers.class);
  private final Map<GroupVersionKind, KindController> controllers = new ConcurrentHashMap<>();

  /**
   * One at a time decides; each controller starts on a thread of its own, so that one that waits
   * holds up no other.
   */
  private final ScheduledExecutorService decisions =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("controllers").daemon().factory());

  private final ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor();
  private volatile Predicate<GroupVersionKind> isServed = gvk -> false;
  private volatile boolean stopping;

  /**
   * Has a kind reconciled in that way from now on; what runs for it is stopped first.
   *
   * @param then called when it can be started
   */
  void put(GroupVersionKind gvk, Start start, Runnable then) {
    var fresh = new KindController(gvk, start, this::again, Clock.systemUTC());
    var before = controllers.putIfAbsent(gvk, fresh);
    starts.execute(
        () -> {
          if (before != null) {
            before.change(start);
          }
          then.run();
        });
  }

  /** Stops the controller of a kind for good. */
  void remove(GroupVersionKind gvk) {
    var controller = controllers.remove(gvk);
    if (controller != null) {
      starts.execute(controller::retire);
    }
  }

  /** Has every controller run exactly if its kind is served; those that fail are tried again. */
  void adjust(Predicate<GroupVersionKind> served) {
    isServed = served;
    if (!stopping) {
      decisions.execute(
          () -> controllers.values().forEach(controller -> adjust(controller, served)));
    }
  }

  /** Has {@code check} run every few seconds. */
  void every(Duration period, Runnable check) {
    var unused =
        decisions.scheduleWithFixedDelay(
            check, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops all at once; returns when the passes that ran are done, or their time is over. */
  void stop() {
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

  private void again(KindController controller) {
    try {
      var unused =
          decisions.schedule(
              () -> adjust(controller, isServed),
              controller.beforeNextTry().toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{} is not started again, as all are stopping", controller.gvk());
    }
  }

  /**
   * What keeps kinds from being reconciled that the cluster serves.
   *
   * @param longer for how long that must have been so
   */
  List<String> troubles(Duration longer) {
    return controllers.values().stream()
        .flatMap(controller -> controller.trouble(longer).stream())
        .sorted()
        .toList();
  }
}
