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

  private final GroupVersionKind gvk;
  private final Supplier<Operator> factory;
  private Optional<Operator> running = Optional.empty();
  private boolean toldMissing;

  /**
   * Makes a controller that does not run yet.
   *
   * @param factory makes an Operator with its reconciler registered; asked anew at each start
   */
  KindController(GroupVersionKind gvk, Supplier<Operator> factory) {
    this.gvk = gvk;
    this.factory = factory;
  }

  GroupVersionKind gvk() {
    return gvk;
  }

  /** Starts or stops as the kind is served or not. */
  synchronized void adjust(boolean served) {
    if (served && running.isEmpty()) {
      var operator = factory.get();
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

  /** Ends after the passes that run, within the Operator's own bound. */
  synchronized void stop() {
    running.ifPresent(Operator::stop);
    running = Optional.empty();
  }
}
