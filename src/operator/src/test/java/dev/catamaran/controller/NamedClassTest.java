package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fixture.BackupReconciler;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.leader.LeaderTasks;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Source.GivenReconcilers;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.TracerProvider;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes in a watch, and reconcilers of a program. */
class NamedClassTest {
  private static final GroupVersionKind MEMCACHED =
      GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached");

  @Test
  void refusesAReconcilerOfAnotherKind() {
    var watch = watch(given());
    var problem =
        assertThrows(ManagerException.class, () -> TypedReconcilers.of(watch, given(), nowhere()));
    assertEquals(
        MEMCACHED
            + ": dev.catamaran.fixture.BackupReconciler reconciles"
            + " cache.my.domain/v1 MemcachedBackup",
        problem.getMessage());
  }

  @Test
  void reportsAnInvalidExtensionClass() {
    var watch = watch(given());
    assertEquals(
        MEMCACHED + ": java.lang.String does not implement dev.catamaran.api.ChartExtension",
        wrong(watch, "java.lang.String"));
    assertEquals(
        MEMCACHED
            + ": "
            + Picky.class.getName()
            + " has no public constructor without parameters, or with an OperatorRuntime",
        wrong(watch, Picky.class.getName()));
  }

  @Test
  void reportsAClassThatCannotBeInitialized() {
    assertEquals(
        MEMCACHED
            + ": "
            + NamedClassTest.class.getName()
            + "$Unset cannot be loaded: java.lang.IllegalStateException: set TOKEN",
        wrong(watch(given()), NamedClassTest.class.getName() + "$Unset"));
  }

  /** Needs a variable of the environment that nobody sets. */
  public static final class Unset implements ChartExtension {
    private static final String TOKEN = token();

    private static String token() {
      throw new IllegalStateException("set TOKEN");
    }

    @Override
    public String toString() {
      return TOKEN;
    }
  }

  static final class Picky implements ChartExtension {
    Picky(String taste) {
      assertEquals("", taste);
    }
  }

  private static String wrong(Watch watch, String className) {
    var named = new NamedClass(watch, className);
    var problem =
        assertThrows(ManagerException.class, () -> named.instance(ChartExtension.class, nowhere()));
    return String.valueOf(problem.getMessage());
  }

  /** The runtime of an operator without a cluster. */
  private static OperatorRuntime nowhere() {
    return new OperatorRuntime(
        "nowhere",
        new KubernetesClientBuilder().build(),
        new SimpleMeterRegistry(),
        TracerProvider.noop().get("nowhere"),
        Clock.systemUTC(),
        occurrence -> {},
        new LeaderTasks());
  }

  private static GivenReconcilers given() {
    return new GivenReconcilers(List.of(runtime -> new BackupReconciler()));
  }

  private static Watch watch(GivenReconcilers source) {
    return new Watch(MEMCACHED, source, Options.DEFAULT, 0);
  }
}
