package dev.catamaran.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.MDC;

/**
 * Shows the steps of a pass as spans below the span of the pass. A step finds its pass by the
 * thread. On a thread without a traced pass, only the work runs.
 */
public final class Steps {
  private static final ContextKey<Tracer> TRACER = ContextKey.named("catamaran-tracer");

  private Steps() {}

  /**
   * The work of a step.
   *
   * @param <T> its result
   * @param <X> its checked exceptions
   */
  @FunctionalInterface
  public interface Work<T, X extends Exception> {
    /** Does the work, and may add information to the step. */
    T in(Step step) throws X;
  }

  /**
   * Runs the work as a step. An exception is rethrown, and shown as the step's failure.
   *
   * @param name few words, the same for all steps of its kind
   */
  @SuppressWarnings("try") // The scope only needs to be closed.
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

  /** Runs work without a result and without information for the step. */
  public static void run(String name, Runnable work) {
    run(
        name,
        step -> {
          work.run();
          return step;
        });
  }

  /** Shows a step of another process that has ended. */
  @FunctionalInterface
  public interface Past {
    /** Adds a span below the present step. */
    void show(String name, Instant began, Instant ended);
  }

  /** Returns what shows steps of another process; empty outside of a traced pass. */
  public static Optional<Past> past() {
    return Optional.ofNullable(Context.current().get(TRACER))
        .map(
            tracer ->
                (name, began, ended) ->
                    tracer.spanBuilder(name).setStartTimestamp(began).startSpan().end(ended));
  }

  /** Wraps work for another thread: its steps and log lines belong to this pass. */
  public static <T> Callable<T> carried(Callable<T> work) {
    var lines = Optional.ofNullable(MDC.getCopyOfContextMap()).orElse(Map.of());
    return Context.current()
        .wrap(
            () -> {
              MDC.setContextMap(lines);
              try {
                return work.call();
              } finally {
                MDC.clear();
              }
            });
  }

  static Context by(Tracer tracer, Context context) {
    return context.with(TRACER, tracer);
  }
}
