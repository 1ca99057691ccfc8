package dev.catamaran.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.watch.Options;
import dev.catamaran.watch.Options.RateLimit;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Selector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.config.BaseConfigurationService;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimited;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompositionTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private static class Plain implements Reconciler<ConfigMap> {
    @Override
    public UpdateControl<ConfigMap> reconcile(ConfigMap map, Context<ConfigMap> context) {
      return UpdateControl.noUpdate();
    }
  }

  @ControllerConfiguration(
      name = "cleaning",
      finalizerName = "example.com/cleaning",
      fieldManager = "mine",
      informer = @Informer(labelSelector = "of=team-b"))
  @GradualRetry(maxAttempts = 2, initialInterval = 3000, intervalMultiplier = 3, maxInterval = 9000)
  @RateLimited(maxReconciliations = 4, within = 30)
  private static final class Cleaning extends Plain implements Cleaner<ConfigMap> {
    @Override
    public DeleteControl cleanup(ConfigMap map, Context<ConfigMap> context) {
      return DeleteControl.defaultDelete();
    }
  }

  @ControllerConfiguration(
      name = "other",
      finalizerName = "example.com/other",
      informer = @Informer(labelSelector = "of=team-b"))
  private static final class Other extends Plain {}

  @ControllerConfiguration(
      name = "eager",
      fieldManager = "mine",
      generationAwareEventProcessing = false,
      informer = @Informer(labelSelector = "of=team-b", onUpdateFilter = OnlyData.class))
  private static final class Eager extends Plain {}

  @ControllerConfiguration(name = "eager")
  private static final class Namesake extends Plain {}

  @ControllerConfiguration(name = "flowing", informer = @Informer(labelSelector = "of=team-b"))
  @Workflow(dependents = {})
  private static final class Flowing extends Plain {}

  /** A filter. */
  public static final class OnlyData implements OnUpdateFilter<ConfigMap> {
    @Override
    public boolean accept(ConfigMap now, ConfigMap before) {
      return !now.getData().equals(before.getData());
    }
  }

  @Test
  void watchesYamlOverridesAnnotations() {
    var retry = new RetryPolicy(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 0);
    var limit = new RateLimit(1, Duration.ofSeconds(1));
    var selector = new Selector(new TreeMap<>(Map.of("of", "us")), List.of());
    var options =
        new Options(
            Optional.empty(),
            OptionalInt.empty(),
            selector,
            Optional.of(retry),
            Optional.of(limit));

    var configuration = compose(options, new Cleaning()).configuration();
    assertEquals("of=us", configuration.getInformerConfig().getLabelSelector());
    assertEquals(new PolicyRetry(retry), configuration.getRetry());
    assertEquals(new PassLimiter(limit, Clock.systemUTC()), configuration.getRateLimiter());
    assertEquals(Set.of("team-a"), configuration.getInformerConfig().getNamespaces());
  }

  @Test
  @SuppressWarnings("unchecked")
  void severalWakeAtAnUpdateThatOneOfThemAccepts() {
    var configuration = compose(Options.DEFAULT, new Cleaning(), new Eager()).configuration();
    var filter = (OnUpdateFilter<ConfigMap>) configuration.getInformerConfig().getOnUpdateFilter();
    var before = new ConfigMapBuilder().withNewMetadata().withGeneration(1L).endMetadata();
    var labelled = before.editMetadata().addToLabels("a", "b").endMetadata().build();
    assertEquals(
        false,
        filter.accept(labelled, before.editMetadata().withLabels(Map.of()).endMetadata().build()));
    var changed = new ConfigMapBuilder(labelled).addToData("a", "b").build();
    assertEquals(true, filter.accept(changed, labelled));
    var respecified =
        new ConfigMapBuilder(labelled).editMetadata().withGeneration(2L).endMetadata();
    assertEquals(true, filter.accept(respecified.build(), labelled));
    assertEquals(false, configuration.isGenerationAware());
  }

  @Test
  void refusesIncompatibleReconcilers() {
    assertEquals(
        "there is one finalizer for all reconcilers of a kind, but they name example.com/cleaning"
            + " and example.com/other; keep one of them",
        refusal(new Cleaning(), new Other()));
    assertEquals(
        Flowing.class.getCanonicalName()
            + " has a @Workflow, which only works where it is the only reconciler",
        refusal(new Eager(), new Flowing()));
    assertEquals(
        "the reconcilers of a kind share one informer, but are annotated with different label"
            + " selectors; annotate them alike, or say it in watches.yaml",
        refusal(new Cleaning(), new Plain()));
    assertEquals(
        "Reconciler name 'eager' is used by both %s and %s"
            .formatted(Eager.class.getCanonicalName(), Namesake.class.getCanonicalName()),
        refusal(new Eager(), new Namesake()));
  }

  private static String refusal(Plain... reconcilers) {
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> compose(Options.DEFAULT, reconcilers));
    return String.valueOf(refusal.getMessage());
  }

  private static Composition<ConfigMap> compose(Options options, Plain... reconcilers) {
    var settings =
        new TypedSettings(
            "configmap-controller", options, PERIOD, Set.of("team-a"), Clock.systemUTC());
    return Composition.of(
        List.<Reconciler<ConfigMap>>of(reconcilers), settings, new BaseConfigurationService());
  }
}
