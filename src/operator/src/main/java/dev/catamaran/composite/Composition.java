package dev.catamaran.composite;

import dev.catamaran.telemetry.PassLog;
import dev.catamaran.watch.Options.RetryPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The reconcilers of a kind, composed for the SDK.
 *
 * @param reconciler all of them in one; cleans up if one of them does
 * @param configuration for its registration
 */
public record Composition<P extends HasMetadata>(
    Reconciler<P> reconciler, ControllerConfiguration<P> configuration) {

  /**
   * Composes reconcilers. Each follows the annotations of its class.
   *
   * @param reconcilers at least one, in the order in which they run
   * @param service creates the configuration of each, and runs them later
   * @throws IllegalArgumentException with a sentence, if they cannot run together
   */
  public static <P extends HasMetadata> Composition<P> of(
      List<Reconciler<P>> reconcilers, TypedSettings settings, ConfigurationService service) {
    var own = reconcilers.stream().map(r -> overruled(r, settings, service)).toList();
    var whole = own.size() == 1 ? own.getFirst() : new Merge<>(own, settings).configuration();
    var parts = new ArrayList<Part<P>>();
    var managers = new HashSet<>(List.of(whole.fieldManager()));
    for (int i = 0; i < own.size(); i++) {
      var configuration =
          own.size() == 1
              ? whole
              : ControllerConfigurationOverrider.override(own.get(i))
                  .withFinalizer(whole.getFinalizerName())
                  .withFieldManager(unlike(managers, own.get(i).fieldManager()))
                  .build();
      parts.add(new Part<>(reconcilers.get(i), configuration, retry(reconcilers.get(i), settings)));
    }
    return new Composition<>(
        composite(new Parts<>(parts), new Failures(service.getMetrics()), settings), whole);
  }

  private static <P extends HasMetadata> Reconciler<P> composite(
      Parts<P> parts, Failures failures, TypedSettings settings) {
    return parts.list().stream().anyMatch(part -> part.cleaner().isPresent())
        ? new CleaningComposite<>(parts, failures, settings.clock())
        : new CompositeReconciler<>(parts, failures, settings.clock());
  }

  /**
   * Returns an unused name. With a shared field manager, each part would remove the other's fields.
   */
  private static String unlike(HashSet<String> taken, String wanted) {
    var name = wanted;
    for (int number = 2; !taken.add(name); number++) {
      name = wanted + "-" + number;
    }
    return name;
  }

  private static <P extends HasMetadata> ControllerConfiguration<P> overruled(
      Reconciler<P> reconciler, TypedSettings settings, ConfigurationService service) {
    var annotated = service.getConfigurationFor(reconciler);
    var overrider =
        ControllerConfigurationOverrider.override(annotated)
            .withReconciliationMaxInterval(settings.period())
            .withRetry(new PolicyRetry(retry(reconciler, settings)))
            .withRateLimiter(limiter(annotated, settings));
    var selector = settings.options().selector();
    if (!selector.isEmpty()) {
      overrider.withLabelSelector(selector.toSelectorString());
    }
    if (!settings.namespaces().isEmpty()) {
      overrider.settingNamespaces(settings.namespaces());
    }
    return overrider.build();
  }

  private static RateLimiter<?> limiter(
      ControllerConfiguration<?> annotated, TypedSettings settings) {
    var declared = settings.options().rateLimit();
    if (declared.isPresent()) {
      return new PassLimiter(declared.get(), settings.clock());
    }
    return annotated.getRateLimiter() instanceof LinearRateLimiter linear && linear.isActivated()
        ? PassLimiter.like(linear, settings.clock())
        : annotated.getRateLimiter();
  }

  /** Ignores the number of attempts in a class's annotation: work is never dropped. */
  private static RetryPolicy retry(Reconciler<?> reconciler, TypedSettings settings) {
    return settings.options().retry().or(() -> annotated(reconciler)).orElse(RetryPolicy.DEFAULT);
  }

  private static Optional<RetryPolicy> annotated(Reconciler<?> reconciler) {
    return Optional.ofNullable(reconciler.getClass().getAnnotation(GradualRetry.class))
        .map(
            annotation -> {
              var retry = new GenericRetry();
              retry.initFrom(annotation);
              return new RetryPolicy(
                  Duration.ofMillis(retry.getInitialInterval()),
                  retry.getIntervalMultiplier(),
                  Duration.ofMillis(retry.getMaxInterval()),
                  RetryPolicy.DEFAULT.jitter());
            });
  }

  /**
   * A composite with parts that clean up. The SDK adds its finalizer before the first part runs,
   * and removes it when all parts are done.
   */
  private static final class CleaningComposite<P extends HasMetadata> extends CompositeReconciler<P>
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
}
