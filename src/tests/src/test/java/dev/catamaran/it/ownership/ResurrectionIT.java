package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
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
import org.junit.jupiter.api.Test;

/** The operator does not recreate a primary deleted immediately after its creation. */
class ResurrectionIT {
  private static final int MANY = 300;

  private static final Duration TO_DELETE_ALL = Duration.ofMinutes(6);

  /** Enough time for the delivery of a late event. */
  private static final Duration A_WHILE = Duration.ofSeconds(5);

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
    namespace.operate(
        Watching.chart("Widget", TestChart.named("ghost").configMap("made", "by", "it").path()));
    awaitOperator(namespace);

    createAndDelete(namespace);

    assertNoneIsRecreated(namespace);
  }

  @Test
  void neverRecreatesADeletedPrimaryOfATypedReconciler(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new Cleaning()));
    awaitOperator(namespace);

    createAndDelete(namespace);

    assertNoneIsRecreated(namespace);
  }

  private static void awaitOperator(TestNamespace namespace) {
    namespace.apply("Widget", "first", "{}");
    eventually(
        () ->
            assertEquals(
                1,
                namespace
                    .resource("Widget", "first")
                    .require()
                    .getMetadata()
                    .getFinalizers()
                    .size()));
    namespace.delete("Widget", "first");
    eventually(() -> assertEquals(List.of(), names(namespace)));
  }

  private static void createAndDelete(TestNamespace namespace) {
    IntStream.range(0, MANY)
        .parallel()
        .forEach(
            i -> {
              namespace.apply("Widget", "ghost-" + i, "{}");
              namespace.delete("Widget", "ghost-" + i);
            });
  }

  private static void assertNoneIsRecreated(TestNamespace namespace) {
    within(TO_DELETE_ALL, () -> assertEquals(List.of(), names(namespace)));
    throughout(A_WHILE, () -> assertEquals(List.of(), names(namespace)));
    eventually(
        () -> {
          assertEquals(List.of(), remaining(Secret.class, namespace));
          assertEquals(List.of(), remaining(ConfigMap.class, namespace));
        });
  }

  private static List<String> names(TestNamespace namespace) {
    return namespace.list("Widget").stream()
        .map(primary -> primary.getMetadata().getName())
        .toList();
  }

  private static <T extends HasMetadata> List<String> remaining(
      Class<T> type, TestNamespace namespace) {
    return namespace
        .client()
        .resources(type)
        .inNamespace(namespace.name())
        .list()
        .getItems()
        .stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.contains("ghost"))
        .toList();
  }
}
