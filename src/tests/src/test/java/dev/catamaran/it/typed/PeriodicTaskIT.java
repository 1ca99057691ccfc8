package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.manager.RunningManager;
import dev.catamaran.samples.memcached.MemcachedBackup;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
  void keepsTheLeaseUntilALongRunHasEnded(TestNamespace namespace) {
    heartbeats(namespace);
    var end = new CountDownLatch(1);
    var first =
        builder(namespace)
            .gracefulShutdownTimeout(Duration.ZERO)
            .task(
                runtime ->
                    PeriodicTask.every(
                        PERIOD,
                        "long",
                        () -> {
                          beat(runtime, namespace.name(), "first");
                          awaitUninterruptibly(end);
                          return PeriodicTask.Next.STOP;
                        }))
            .build()
            .start();
    eventually(() -> assertEquals(1, beats(namespace, "first")));
    try (var second = manager(namespace, "second")) {
      assertNotNull(second);
      first.close();
      throughout(Duration.ofSeconds(3), () -> assertEquals(0, beats(namespace, "second")));

      end.countDown();

      eventually(() -> assertTrue(beats(namespace, "second") > 0));
    }
  }

  @Test
  void keepsItsTaskWhenAReloadFails(TestNamespace namespace) {
    heartbeats(namespace);
    Beating.NAMESPACE.set(namespace.name());
    Beating.EVERY.set(Duration.ofHours(1));
    var file = backups(Beating.class.getName()).write();
    namespace.operate(manager -> manager.watches(file));
    eventually(() -> assertEquals(1, beats(namespace, "reconciler")));

    backups(Beating.class.getName() + ", " + Broken.class.getName()).replace(file);

    eventually(() -> assertTrue(Broken.MADE.get() > 1, "the reload and a retry"));
    assertEquals(1, beats(namespace, "reconciler"));
  }

  /** Cannot be made. */
  public static final class Broken implements Reconciler<MemcachedBackup> {
    private static final AtomicInteger MADE = new AtomicInteger();

    /** Fails. */
    public Broken() {
      MADE.incrementAndGet();
      throw new IllegalStateException("set TOKEN");
    }

    @Override
    public UpdateControl<MemcachedBackup> reconcile(
        MemcachedBackup primary, Context<MemcachedBackup> context) {
      return UpdateControl.noUpdate();
    }
  }

  @Test
  void isStartedByAReconciler(TestNamespace namespace) {
    heartbeats(namespace);
    Beating.NAMESPACE.set(namespace.name());
    Beating.EVERY.set(PERIOD);
    namespace.operate(backups(Beating.class.getName()));

    eventually(() -> assertTrue(beats(namespace, "reconciler") > 3));
  }

  /** The manager creates it, so it is public. */
  public static final class Beating implements Reconciler<MemcachedBackup> {
    private static final AtomicReference<@Nullable String> NAMESPACE = new AtomicReference<>();
    private static final AtomicReference<Duration> EVERY = new AtomicReference<>(PERIOD);

    /** Starts its task. */
    public Beating(OperatorRuntime runtime) {
      var namespace = String.valueOf(NAMESPACE.get());
      runtime.tasks().start(beating(runtime, EVERY.get(), namespace, "reconciler"));
    }

    @Override
    public UpdateControl<MemcachedBackup> reconcile(
        MemcachedBackup primary, Context<MemcachedBackup> context) {
      return UpdateControl.noUpdate();
    }
  }

  private static PeriodicTask beating(
      OperatorRuntime runtime, Duration period, String namespace, String instance) {
    return PeriodicTask.every(
        period,
        "beating",
        () -> {
          beat(runtime, namespace, instance);
          return PeriodicTask.Next.AGAIN;
        });
  }

  private static void beat(OperatorRuntime runtime, String namespace, String instance) {
    var map = runtime.client().configMaps().inNamespace(namespace).withName(HEARTBEATS).get();
    var before = Integer.parseInt(map.getData().getOrDefault(instance, "0"));
    map.getData().put(instance, String.valueOf(before + 1));
    runtime.client().resource(map).update();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // Such a task is what the test is about.
      }
    }
  }

  private static Watching backups(String reconcilers) {
    return Watching.yaml(
        """
        - group: cache.my.domain
          version: v1
          kind: MemcachedBackup
          reconciler: [%s]
        """
            .formatted(reconcilers));
  }

  private static RunningManager manager(TestNamespace namespace, String instance) {
    return builder(namespace)
        .task(runtime -> beating(runtime, PERIOD, namespace.name(), instance))
        .build()
        .start();
  }

  private static ManagerBuilder builder(TestNamespace namespace) {
    return Manager.builder()
        .kubeconfig(namespace.identity().kubeconfig())
        .namespaces(namespace.name())
        .metricsAddress("0")
        .probeAddress("0")
        .leaderElection("periodic.it", namespace.name())
        .chart(
            new GroupVersionKind("test.catamaran.dev", "v1", "Gadget"),
            TestChart.named("none").path());
  }

  private static void heartbeats(TestNamespace namespace) {
    namespace.configMap(HEARTBEATS, Map.of("made", "1"));
  }

  private static int beats(TestNamespace namespace, String instance) {
    return Integer.parseInt(namespace.data(HEARTBEATS).getOrDefault(instance, "0"));
  }
}
