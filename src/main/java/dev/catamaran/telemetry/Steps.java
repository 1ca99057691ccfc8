package dev.catamaran.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.Map;
import java.util.Optional;
import org.slf4j.MDC;

/**
 * Shows the steps of a pass as spans below the pass' own. They find it by the thread that they run
 * on; where none is traced, the work is just done.
 */
public final class Steps {
  private static final ContextKey<Tracer> TRACER = ContextKey.named("catamaran-tracer");

  private Steps() {}

  /**
   * What is done in a step.
   *
   * @param <T> what it results in
   * @param <X> what it throws beside unchecked exceptions
   */
  @FunctionalInterface
  public interface Work<T, X extends Exception> {
    /** Does it, and may say something of it. */
    T in(Step step) throws X;
  }

  /**
   * Does the work as a step. What it throws goes on, and shows as the step's failure.
   *
   * @param name few words, the same for all steps of its kind
   */
  @SuppressWarnings("try") // The scope is there to be closed.
  public static <T, X extends Exception> T run(String name, Work<T, X> work) throws X {
    var tracer = Context.current().get(TRACER);
    if (tracer == null) {
      return work.in(new Step(Span.getInvalid()));
    }
    var step = new Step(tracer.spanBuilder(name).startSpan());
    try (var scope = step.span().makeCurrent()) {
      return work.in(step);
    } catch (Exception | Error e) {
      step.fails(e);
      throw e;
    } finally {
      step.span().end();
    }
  }

  /** The same for work that results in nothing and has nothing to say. */
  public static void run(String name, Runnable work) {
    run(
        name,
        step -> {
          work.run();
          return step;
        });
  }

  /** The same work on another thread: its steps, and its lines in the log, belong to this pass. */
  public static Runnable carried(Runnable work) {
    var lines = Optional.ofNullable(MDC.getCopyOfContextMap()).orElse(Map.of());
    return Context.current()
        .wrap(
            () -> {
              MDC.setContextMap(lines);
              try {
                work.run();
              } finally {
                MDC.clear();
              }
            });
  }

  /** A context whose steps that tracer makes. */
  static Context by(Tracer tracer, Context context) {
    return context.with(TRACER, tracer);
  }
}
