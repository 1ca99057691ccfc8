package dev.catamaran.composite;

import dev.catamaran.telemetry.PassLog;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import java.time.Clock;

/**
 * A composite with parts that clean up. The SDK adds its finalizer before the first part runs, and
 * removes it when all parts are done.
 */
final class CleaningComposite<P extends HasMetadata> extends CompositeReconciler<P>
    implements Cleaner<P> {

  CleaningComposite(Parts<P> parts, Failures failures, Clock clock) {
    super(parts, failures, clock);
  }

  @Override
  public DeleteControl cleanup(P primary, Context<P> pass) {
    try (var passLog = PassLog.begin(primary, "cleanup")) {
      var progress = cleanUp(primary, pass);
      return passLog.ending(
          progress.isDone()
              ? DeleteControl.defaultDelete()
              : DeleteControl.noFinalizerRemoval()
                  .rescheduleAfter(progress.untilWake(clock().instant())));
    }
  }
}
