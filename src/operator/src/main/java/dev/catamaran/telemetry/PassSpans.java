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
 * Creates one trace of each pass, of chart-backed and typed kinds alike. The SDK calls this class
 * on the thread of the pass, before and after all its work for a primary. The log lines of a traced
 * pass carry the trace's id.
 *
 * @see Steps
 */
public final class PassSpans implements Metrics {
  /** Key of the trace's id in the log (OpenTelemetry's name). */
  static final String TRACE_ID = "trace_id";

  /** A thread runs one pass at a time. */
  private static final ThreadLocal<Open> OPEN = new ThreadLocal<>();

  private final Tracer tracer;

  private record Open(Span span, Scope scope) {}

  public PassSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // The SDK reports the end.
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

  /** Also called for a pass that did not start, because its primary was already deleted. */
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
        .attribute("k8s.object.api_version", primary.getApiVersion())
        .attribute("k8s.object.kind", primary.getKind())
        .attribute("k8s.object.name", meta.getName())
        .attribute("k8s.object.uid", meta.getUid())
        .attribute("catamaran.generation", requireNonNullElse(meta.getGeneration(), 0L));
    if (meta.getNamespace() != null) {
      span.setAttribute("k8s.namespace.name", meta.getNamespace());
    }
  }
}
