package dev.catamaran.composite;

import dev.catamaran.kit.PrimaryUpdates;
import dev.catamaran.kit.RetryAfter;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.BaseControl;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs one part in a pass. An exception of the part ends its run, not the pass. */
record PartRun<P extends HasMetadata>(Parts<P> parts, Failures failures, Clock clock) {
  private static final Logger log = LoggerFactory.getLogger(PartRun.class);

  /** Key of the part's class in the diagnostic context of its log lines. */
  static final String RECONCILER = "reconciler";

  /**
   * The result of a part's run.
   *
   * @param primary the newest known version after it
   * @param isRetried whether it failed, or lacked a prerequisite
   */
  record Result<P>(PartState state, P primary, boolean isRetried) {
    static <P> Result<P> done(PartState state, P primary) {
      return new Result<>(state, primary, false);
    }

    static <P> Result<P> retried(PartState state, P primary) {
      return new Result<>(state, primary, true);
    }
  }

  /** The work of a part in its run. */
  private interface Work<P> {
    Result<P> of(P primary) throws Exception;
  }

  Result<P> reconcile(Part<P> part, P primary, PartState before, Context<P> pass) {
    var own = part.copy(primary);
    var attempts = new Attempts(before.failures());
    var view = parts.view(pass, part, own, attempts.ifAny());
    try {
      return run(
          part,
          primary,
          unchanged -> {
            var control = part.reconciler().reconcile(own, view);
            var updated = carriedOut(control, view);
            return Result.done(wellFor(delay(part, control)), updated.orElse(primary));
          });
    } catch (Exception e) {
      var telling = parts.view(pass, part, own, Optional.of(attempts));
      return failed(part, primary, before, e, failures.verdict(part, own, telling, e));
    }
  }

  Result<P> cleanUp(Part<P> part, P primary, PartState before, Context<P> pass) {
    var cleaner = part.cleaner();
    if (cleaner.isEmpty()) {
      return Result.done(PartState.cleanedUp(), primary);
    }
    var own = part.copy(primary);
    var view = parts.view(pass, part, own, new Attempts(before.failures()).ifAny());
    try {
      return run(
          part,
          primary,
          unchanged -> {
            var control = cleaner.get().cleanup(own, view);
            return Result.done(
                control.isRemoveFinalizer() ? PartState.cleanedUp() : wellFor(delay(part, control)),
                primary);
          });
    } catch (Exception e) {
      return failed(part, primary, before, e, new Failures.Verdict.Retry());
    }
  }

  private Result<P> run(Part<P> part, P primary, Work<P> work) throws Exception {
    var type = part.reconciler().getClass();
    return Steps.run(type.getSimpleName(), step -> run(step, part, primary, work));
  }

  private Result<P> run(Step step, Part<P> part, P primary, Work<P> work) throws Exception {
    MDC.put(RECONCILER, part.reconciler().getClass().getName());
    try {
      return work.of(primary);
    } catch (RetryAfter later) {
      CurrentPass.endsIn(PassOutcome.RETRY);
      step.attribute("catamaran.outcome", "RetryAfter");
      log.info(
          "{} looks again in {} ms: {}", part.name(), later.delay().toMillis(), later.reason());
      return Result.retried(wellFor(later.delay()), primary);
    } catch (Error e) {
      throw new OperatorException(e.toString(), e);
    } finally {
      MDC.remove(RECONCILER);
    }
  }

  private static <P extends HasMetadata> Optional<P> carriedOut(
      UpdateControl<P> control, Context<P> pass) {
    if (!control.isPatchResource() && !control.isPatchStatus()) {
      return Optional.empty();
    }
    var name = control.isPatchStatus() ? "write status" : "write primary";
    return Steps.run(name, step -> PrimaryUpdates.carryOut(control, pass));
  }

  private Result<P> failed(
      Part<P> part, P primary, PartState before, Exception error, Failures.Verdict verdict) {
    return switch (verdict) {
      case Failures.Verdict.Retry() -> {
        int inARow = before.failures() + 1;
        var seed = primary.getMetadata().getUid() + part.name();
        var delay = part.retry().delay(inARow, seed);
        failures.tell(part, primary, error, inARow, delay);
        yield Result.retried(new PartState(inARow, clock.instant().plus(delay), false), primary);
      }
      case Failures.Verdict.NoRetry(var delay) -> {
        failures.reportLast(part, error);
        yield Result.done(wellFor(delay.orElse(part.period())), primary);
      }
    };
  }

  private PartState wellFor(Duration delay) {
    return PartState.wellUntil(clock.instant().plus(delay));
  }

  private static Duration delay(Part<?> part, BaseControl<?> control) {
    return control.getScheduleDelay().map(Duration::ofMillis).orElse(part.period());
  }

  /**
   * The retry information of a part: its failures before this pass. No attempt is the last: work is
   * never dropped.
   */
  private record Attempts(int failures) implements RetryInfo {

    /** Returns the retry information as the SDK does: empty without a failure. */
    Optional<RetryInfo> ifAny() {
      return failures == 0 ? Optional.empty() : Optional.of(this);
    }

    @Override
    public int getAttemptCount() {
      return failures;
    }

    @Override
    public boolean isLastAttempt() {
      return false;
    }
  }
}
