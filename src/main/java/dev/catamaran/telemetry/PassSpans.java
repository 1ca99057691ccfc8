package dev.catamaran.telemetry;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Map;
import org.slf4j.MDC;

/**
 * Makes one trace of each pass, of chart-backed and typed kinds alike: the SDK calls this on the
 * pass' own thread, before and after all that it does for a primary. While a pass is traced, its
 * lines in the log carry the trace's id.
 *
 * @see Steps
 */
public final class PassSpans implements Metrics {
  /** Key of the trace's id in the log, as OpenTelemetry names it. */
  static final String TRACE_ID = "trace_id";

  /** A thread is in one pass at a time. */
  private static final ThreadLocal<Open> OPEN = new ThreadLocal<>();

  private final Tracer tracer;

  private record Open(Span span, Scope scope) {}

  /** Makes spans by {@code tracer}. */
  public PassSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // The SDK says when.
  public void reconciliationExecutionStarted(HasMetadata primary, Map<String, Object> metadata) {
    var verb = primary.isMarkedForDeletion() ? "clean up " : "reconcile ";
    var span = tracer.spanBuilder(verb + primary.getKind()).setNoParent().startSpan();
    describe(primary, span);
    OPEN.set(new Open(span, Steps.by(tracer, Context.root().with(span)).makeCurrent()));
    if (span.isRecording()) {
      MDC.put(TRACE_ID, span.getSpanContext().getTraceId());
    }
  }

  @Override
  public void failedReconciliation(
      HasMetadata primary, Exception failure, Map<String, Object> metadata) {
    Step.current().fails(failure);
  }

  /** Also called for a pass that did not start, since its primary was gone by then. */
  @Override
  public void reconciliationExecutionFinished(HasMetadata primary, Map<String, Object> metadata) {
    var pass = OPEN.get();
    if (pass != null) {
      OPEN.remove();
      MDC.remove(TRACE_ID);
      pass.scope().close();
      pass.span().end();
    }
  }

  private static void describe(HasMetadata primary, Span span) {
    if (!span.isRecording()) {
      return;
    }
    var meta = primary.getMetadata();
    new Step(span)
        .says("k8s.object.api_version", primary.getApiVersion())
        .says("k8s.object.kind", primary.getKind())
        .says("k8s.object.name", meta.getName())
        .says("k8s.object.uid", meta.getUid())
        .says("catamaran.generation", requireNonNullElse(meta.getGeneration(), 0L));
    if (meta.getNamespace() != null) {
      span.setAttribute("k8s.namespace.name", meta.getNamespace());
    }
  }
}
