package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operator does not recreate a primary deleted immediately after its creation. */
class ResurrectionIT {
  private static final int MANY = 40;

  /** Requires its finalizer on every primary. */
  static final class Cleaning implements Reconciler<TypedWidget>, Cleaner<TypedWidget> {
    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context) {
      return UpdateControl.noUpdate();
    }

    @Override
    public DeleteControl cleanup(TypedWidget widget, Context<TypedWidget> context) {
      return DeleteControl.defaultDelete();
    }
  }

  @Test
  void neverRecreatesADeletedPrimaryOfAChart(TestNamespace namespace) {
    var chart = TestChart.named("ghost").configMap("made", "by", "it").path();
    assertNoneIsRecreated(namespace, namespace.operate(Watching.chart("Widget", chart)));
  }

  @Test
  void neverRecreatesADeletedPrimaryOfATypedReconciler(TestNamespace namespace) {
    assertNoneIsRecreated(
        namespace, namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new Cleaning())));
  }

  private static void assertNoneIsRecreated(TestNamespace namespace, TestedOperator operator) {
    awaitFinalizer(namespace, "first");

    IntStream.range(0, MANY)
        .parallel()
        .forEach(
            i -> {
              namespace.apply("Widget", "ghost-" + i, "{}");
              namespace.delete("Widget", "ghost-" + i);
            });

    // A watch delivers in order: who has acted on a later primary has seen the others.
    awaitFinalizer(namespace, "last");
    eventually(() -> assertEquals(List.of("first", "last"), names(namespace)));
    operator.awaitQuiet(Duration.ofSeconds(1));
    assertEquals(List.of("first", "last"), names(namespace));
    eventually(
        () -> {
          assertEquals(0, ghosts(Secret.class, namespace).count());
          assertEquals(0, ghosts(ConfigMap.class, namespace).count());
        });
  }

  private static void awaitFinalizer(TestNamespace namespace, String primary) {
    namespace.apply("Widget", primary, "{}");
    eventually(
        () ->
            assertEquals(
                1, namespace.resource("Widget", primary).require().getFinalizers().size()));
  }

  private static List<String> names(TestNamespace namespace) {
    return namespace.list("Widget").stream()
        .map(primary -> primary.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static Stream<String> ghosts(Class<? extends HasMetadata> type, TestNamespace namespace) {
    return namespace.list(type).stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.contains("ghost"));
  }
}
