package dev.catamaran.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.RetryAfter;
import dev.catamaran.watch.Options;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompositeReconcilerTest {
  private static final ConfigMap MAP =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("here")
          .withName("map")
          .withUid("uid")
          .withResourceVersion("1")
          .endMetadata()
          .build();

  private final List<Integer> attempts = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Optional<RuntimeException> problem = Optional.empty();
  private KubernetesClient client;
  private Reconciler<ConfigMap> composite;

  @ControllerConfiguration(name = "part", triggerReconcilerOnAllEvents = true)
  private final class Removal implements Reconciler<ConfigMap> {
    @Override
    public UpdateControl<ConfigMap> reconcile(ConfigMap map, Context<ConfigMap> context) {
      attempts.add(context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0));
      problem.ifPresent(
          exception -> {
            throw exception;
          });
      return UpdateControl.noUpdate();
    }

    @Override
    public ErrorStatusUpdateControl<ConfigMap> updateErrorStatus(
        ConfigMap map, Context<ConfigMap> context, Exception e) {
      told.add(String.valueOf(e.getMessage()));
      return ErrorStatusUpdateControl.defaultErrorProcessing();
    }
  }

  @BeforeEach
  void compose() {
    client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl("https://127.0.0.1:1").build())
            .build();
    var settings =
        new TypedSettings(
            "configmap-controller",
            Options.DEFAULT,
            Duration.ofMinutes(1),
            Set.of(),
            Clock.systemUTC());
    var service =
        ConfigurationService.newOverriddenConfigurationService(
            overrider -> overrider.withKubernetesClient(client));
    composite =
        Composition.of(List.<Reconciler<ConfigMap>>of(new Removal()), settings, service)
            .reconciler();
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void requestsARetryAfterADeletionByAnException() throws Exception {
    problem = Optional.of(new IllegalStateException("no luck"));
    var pass = pass(true, 2);
    var thrown =
        assertThrows(UnfinishedDeletionException.class, () -> composite.reconcile(MAP, pass));
    assertEquals(List.of(2), attempts, "as the SDK counts them");

    assertTrue(composite.updateErrorStatus(MAP, pass, thrown).isDefaultErrorProcessing());
    assertEquals(List.of("no luck"), told);
  }

  @Test
  void requestsARetryForAMissingPrerequisiteOfADeletion() {
    problem = Optional.of(new RetryAfter(Duration.ofSeconds(1), "the bucket is not empty yet"));
    var pass = pass(true, 0);
    assertThrows(UnfinishedDeletionException.class, () -> composite.reconcile(MAP, pass));
    assertEquals(List.of(), told);
  }

  @Test
  void endsASuccessfulDeletionWithoutATimer() throws Exception {
    var control = composite.reconcile(MAP, pass(true, 1));
    assertEquals(Optional.empty(), control.getScheduleDelay());
  }

  @Test
  void retriesAPresentPrimaryByTimer() throws Exception {
    problem = Optional.of(new IllegalStateException("no luck"));
    var control = composite.reconcile(MAP, pass(false, 0));
    assertTrue(control.getScheduleDelay().isPresent());
    assertEquals(List.of("no luck"), told);
  }

  @SuppressWarnings("unchecked") // A pass over ConfigMaps.
  private static Context<ConfigMap> pass(boolean isDeleted, int failures) {
    var noPrimaries = answering(IndexedResourceCache.class, Map.of("get", Optional.empty()));
    var retry = failures == 0 ? Optional.empty() : Optional.of(new Attempts(failures));
    return answering(
        Context.class,
        Map.of(
            "getPrimaryCache", noPrimaries,
            "getRetryInfo", retry,
            "isPrimaryResourceDeleted", isDeleted));
  }

  /** Returns an object with only these answers, by the names of its methods. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                Optional.ofNullable(answers.get(method.getName()))
                    .orElseThrow(() -> new UnsupportedOperationException(method.getName()))));
  }
}
