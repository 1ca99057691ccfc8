package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.RunningManager;
import dev.catamaran.samples.memcached.MemcachedBackup;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class PeriodicTaskIT {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final String HEARTBEATS = "heartbeats";

  @Test
  void runsOnTheLeaderAndEndsWithIt(TestNamespace namespace) {
    heartbeats(namespace);
    var first = manager(namespace, "first");
    eventually(() -> assertTrue(beats(namespace, "first") > 3));
    var second = manager(namespace, "second");
    try (second) {
      try (first) {
        throughout(Duration.ofSeconds(1), () -> assertEquals(0, beats(namespace, "second")));
      }
      int ofFirst = beats(namespace, "first");

      eventually(() -> assertTrue(beats(namespace, "second") > 3));
      assertEquals(ofFirst, beats(namespace, "first"));
    }
  }

  @Test
  void isStartedByAReconciler(TestNamespace namespace) {
    heartbeats(namespace);
    Beating.NAMESPACE.set(namespace.name());
    namespace.operate(
        Watching.yaml(
            """
            - group: cache.my.domain
              version: v1
              kind: MemcachedBackup
              reconciler: %s
            """
                .formatted(Beating.class.getName())));

    eventually(() -> assertTrue(beats(namespace, "reconciler") > 3));
  }

  /** The manager creates it, so it is public. */
  public static final class Beating implements Reconciler<MemcachedBackup> {
    private static final AtomicReference<@Nullable String> NAMESPACE = new AtomicReference<>();

    /** Starts its task. */
    public Beating(OperatorRuntime runtime) {
      runtime.tasks().start(beating(runtime, String.valueOf(NAMESPACE.get()), "reconciler"));
    }

    @Override
    public UpdateControl<MemcachedBackup> reconcile(
        MemcachedBackup primary, Context<MemcachedBackup> context) {
      return UpdateControl.noUpdate();
    }
  }

  private static PeriodicTask beating(OperatorRuntime runtime, String namespace, String instance) {
    return PeriodicTask.every(
        PERIOD,
        "beating",
        () -> {
          var map = runtime.client().configMaps().inNamespace(namespace).withName(HEARTBEATS).get();
          var before = Integer.parseInt(map.getData().getOrDefault(instance, "0"));
          map.getData().put(instance, String.valueOf(before + 1));
          runtime.client().resource(map).update();
          return PeriodicTask.Next.AGAIN;
        });
  }

  private static RunningManager manager(TestNamespace namespace, String instance) {
    return Manager.builder()
        .kubeconfig(namespace.identity().kubeconfig())
        .namespaces(namespace.name())
        .metricsAddress("0")
        .probeAddress("0")
        .leaderElection("periodic.it", namespace.name())
        .chart(
            new GroupVersionKind("test.catamaran.dev", "v1", "Gadget"),
            TestChart.named("none").path())
        .task(runtime -> beating(runtime, namespace.name(), instance))
        .build()
        .start();
  }

  private static void heartbeats(TestNamespace namespace) {
    namespace
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace.name())
                .withName(HEARTBEATS)
                .endMetadata()
                .addToData("made", "1")
                .build())
        .create();
  }

  private static int beats(TestNamespace namespace, String instance) {
    return Integer.parseInt(namespace.data(HEARTBEATS).getOrDefault(instance, "0"));
  }
}
