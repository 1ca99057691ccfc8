package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import io.javaoperatorsdk.operator.Operator;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reconciler of one watch while its kind is served. Each watch has an SDK Operator of its
 * own: that gives it its own workers, and lets it wait for its CRD alone.
 */
final class KindController {
  private static final Logger log = LoggerFactory.getLogger(KindController.class);

  /**
   * How it is started.
   *
   * @param prerequisites returns when all is there that is needed; may take long
   * @param factory makes an Operator with its reconciler registered; asked anew at each start
   */
  record Start(Runnable prerequisites, Supplier<Operator> factory) {}

  private final GroupVersionKind gvk;
  private volatile Start start;
  private Optional<Operator> running = Optional.empty();
  private boolean toldMissing;
  private boolean retired;

  /** Makes a controller that does not run yet. */
  KindController(GroupVersionKind gvk, Start start) {
    this.gvk = gvk;
    this.start = start;
  }

  GroupVersionKind gvk() {
    return gvk;
  }

  /** Returns when it can be started; holds up nothing else of it. */
  void awaitPrerequisites() {
    start.prerequisites().run();
  }

  /** Starts or stops as the kind is served or not. */
  synchronized void adjust(boolean served) {
    if (retired) {
      return;
    }
    if (served && running.isEmpty()) {
      var operator = start.factory().get();
      operator.start();
      running = Optional.of(operator);
      toldMissing = false;
      log.info("Reconciling {}", gvk);
    } else if (!served && running.isPresent()) {
      log.warn("{} is no longer served; waiting for its CustomResourceDefinition", gvk);
      toldMissing = true;
      stop();
    } else if (!served && !toldMissing) {
      log.warn("{} is not served; waiting for its CustomResourceDefinition", gvk);
      toldMissing = true;
    }
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
  }

  /** Ends after the passes that run, within the Operator's own bound. */
  synchronized void stop() {
    running.ifPresent(Operator::stop);
    running = Optional.empty();
  }
}
