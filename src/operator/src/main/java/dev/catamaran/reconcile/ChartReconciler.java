package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.report.Hold;
import dev.catamaran.telemetry.PassLog;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reconciles one chart-backed kind: each event of a primary becomes a {@link Pass} over it. */
public final class ChartReconciler implements Reconciler<OfKind>, Cleaner<OfKind> {
  /**
   * What a pass would do.
   *
   * @param hold who keeps the release from its spec
   * @param hasFailed whether this input has failed, by the status, and was the cause
   */
  public record Trial(ReleaseOutcome outcome, Optional<Hold> hold, boolean hasFailed) {}

  private final ChartKind kind;

  ChartReconciler(ChartKind kind) {
    this.kind = kind;
  }

  @Override
  public List<EventSource<?, OfKind>> prepareEventSources(EventSourceContext<OfKind> context) {
    var wakeUps = new WakeUps(context.getPrimaryCache(), kind);
    var sources = new ArrayList<EventSource<?, OfKind>>(kind.extensions.eventSources(context));
    sources.add(kind.shared.primaries().router().register(kind.gvk, wakeUps));
    sources.add(new PrimaryNotices(kind));
    return sources;
  }

  @Override
  public UpdateControl<OfKind> reconcile(OfKind primary, Context<OfKind> context) {
    try (var passLog = PassLog.begin(primary, "reconcile")) {
      kind.shared.reports().finalizers().complete(primary);
      return passLog.ending(
          UpdateControl.<OfKind>noUpdate().rescheduleAfter(Pass.over(kind, primary, Pass::run)));
    }
  }

  /**
   * Does the work of one pass and reports nothing, for a program that shows what a pass would do.
   */
  public Trial tryOut(OfKind primary) {
    return Pass.over(kind, primary, Pass::tryOut);
  }

  @Override
  public DeleteControl cleanup(OfKind primary, Context<OfKind> context) {
    try (var passLog = PassLog.begin(primary, "cleanup")) {
      return passLog.ending(Pass.over(kind, primary, pass -> new Removal(pass).run()));
    }
  }
}
