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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks count in a ConfigMap how often they ran. */
class PeriodicTaskIT {
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final String HEARTBEATS = "heartbeats";

  @BeforeEach
  void begin(TestNamespace namespace) {
    namespace.configMap(HEARTBEATS, Map.of("made", "1"));
  }

  @Test
  void runsOnTheLeaderAndEndsWithIt(TestNamespace namespace) {
    var first = manager(namespace, "first");
    awaitBeats(namespace, "first", 3);
    var second = manager(namespace, "second");
    namespace.atClose(second::close);
    // The other one would have begun by now.
    awaitBeats(namespace, "first", beats(namespace, "first") + 10);
    assertEquals(0, beats(namespace, "second"));
    first.close();
    int ofFirst = beats(namespace, "first");
    awaitBeats(namespace, "second", 3);
    assertEquals(ofFirst, beats(namespace, "first"));
  }

  @Test
  void keepsTheLeaseUntilALongRunHasEnded(TestNamespace namespace) {
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
    awaitBeats(namespace, "first", 1);
    var second = manager(namespace, "second");
    namespace.atClose(second::close);
    first.close();
    // Longer than the time between two looks at a lease.
    throughout(Duration.ofSeconds(3), () -> assertEquals(0, beats(namespace, "second")));
    end.countDown();
    awaitBeats(namespace, "second", 1);
  }

  @Test
  void isStartedByAReconcilerAndStaysWhenAReloadFails(TestNamespace namespace) {
    Beating.NAMESPACE.set(namespace.name());
    Broken.MADE.set(0);
    var file = backups(Beating.class.getName()).write();
    namespace.operate(manager -> manager.watches(file));
    awaitBeats(namespace, "reconciler", 1);

    backups(Beating.class.getName() + ", " + Broken.class.getName()).replace(file);

    eventually(() -> assertTrue(Broken.MADE.get() > 1, "the reload and a retry"));
    assertEquals(1, beats(namespace, "reconciler"), "it was not started again");
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

  /** The manager creates it, so it is public. */
  public static final class Beating implements Reconciler<MemcachedBackup> {
    private static final AtomicReference<@Nullable String> NAMESPACE = new AtomicReference<>();

    /** Starts its task. */
    public Beating(OperatorRuntime runtime) {
      var namespace = String.valueOf(NAMESPACE.get());
      runtime.tasks().start(beating(runtime, Duration.ofHours(1), namespace, "reconciler"));
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
        "- {group: cache.my.domain, version: v1, kind: MemcachedBackup, reconciler: [%s]}\n"
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

  private static int beats(TestNamespace namespace, String instance) {
    return Integer.parseInt(namespace.data(HEARTBEATS).getOrDefault(instance, "0"));
  }

  private static void awaitBeats(TestNamespace namespace, String instance, int least) {
    eventually(() -> assertTrue(beats(namespace, instance) >= least));
  }
}
