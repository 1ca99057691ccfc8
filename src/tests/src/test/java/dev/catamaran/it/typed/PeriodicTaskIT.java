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
  void runsOnTheInstanceThatLeadsAndEndsWithIt(TestNamespace namespace) {
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
    Beating.HOME.set(namespace.name());
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

  /** Public, as the manager makes it. */
  public static final class Beating implements Reconciler<MemcachedBackup> {
    private static final AtomicReference<@Nullable String> HOME = new AtomicReference<>();

    /** Has its task run. */
    public Beating(OperatorRuntime runtime) {
      runtime.tasks().start(beating(runtime, String.valueOf(HOME.get()), "reconciler"));
    }

    @Override
    public UpdateControl<MemcachedBackup> reconcile(
        MemcachedBackup primary, Context<MemcachedBackup> context) {
      return UpdateControl.noUpdate();
    }
  }

  private static PeriodicTask beating(OperatorRuntime runtime, String home, String who) {
    return PeriodicTask.every(
        PERIOD,
        "beating",
        () -> {
          var beaten = runtime.client().configMaps().inNamespace(home).withName(HEARTBEATS).get();
          var before = Integer.parseInt(beaten.getData().getOrDefault(who, "0"));
          beaten.getData().put(who, String.valueOf(before + 1));
          runtime.client().resource(beaten).update();
          return PeriodicTask.Next.AGAIN;
        });
  }

  private static RunningManager manager(TestNamespace namespace, String who) {
    return Manager.builder()
        .kubeconfig(namespace.identity().kubeconfig())
        .namespaces(namespace.name())
        .metricsAddress("0")
        .probeAddress("0")
        .leaderElection("periodic.it", namespace.name())
        .chart(
            new GroupVersionKind("test.catamaran.dev", "v1", "Gadget"),
            TestChart.named("none").path())
        .task(runtime -> beating(runtime, namespace.name(), who))
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

  private static int beats(TestNamespace namespace, String who) {
    return Integer.parseInt(namespace.data(HEARTBEATS).getOrDefault(who, "0"));
  }
}
