package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.kit.Finalizer;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class FinalizerIT {
  private static final GroupVersionKind WIDGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Widget");

  /** Such as the reverse-words operator has: without a domain of its own. */
  private static final String NAME = "finalizer.widgets.test.catamaran.dev";

  private static final Duration SOON = Duration.ofMillis(200);

  /** Says what it does. A widget of size 0 has nothing that would have to be cleaned up. */
  @ControllerConfiguration(triggerReconcilerOnAllEvents = true)
  static final class Telling implements Reconciler<TypedWidget> {
    private final Finalizer<TypedWidget> finalizer;
    private final List<String> done = new CopyOnWriteArrayList<>();

    Telling(UnaryOperator<Finalizer<TypedWidget>> manner) {
      finalizer =
          manner.apply(
              Finalizer.<TypedWidget>of(NAME, this::cleanUp)
                  .when(widget -> widget.getSpec().size() > 0));
    }

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context)
        throws Exception {
      return finalizer.around(widget, context, this::bringAbout);
    }

    private UpdateControl<TypedWidget> bringAbout(
        TypedWidget widget, Context<TypedWidget> context) {
      done.add("pass " + finalizers(context.getClient().resource(widget).get()));
      return UpdateControl.noUpdate();
    }

    private DeleteControl cleanUp(TypedWidget widget, Context<TypedWidget> context) {
      done.add("clean up");
      boolean isFirst = done.stream().filter("clean up"::equals).count() == 1;
      return isFirst
          ? DeleteControl.noFinalizerRemoval().rescheduleAfter(SOON)
          : DeleteControl.defaultDelete();
    }
  }

  @Test
  void isThereBeforeThePassAndGoesWhenTheCleanUpIsDone(TestNamespace namespace) {
    var telling = operate(namespace, finalizer -> finalizer, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", first(telling)));

    namespace.delete("Widget", "widget");

    eventually(() -> assertNull(namespace.primary("Widget", "widget")));
    eventually(
        () ->
            assertEquals(
                List.of("clean up", "clean up"),
                telling.done.stream().filter(each -> !each.startsWith("pass")).toList()));
    assertEquals("clean up", last(telling));
  }

  @Test
  void isNotThereWhereItIsNotNeededAndIsTakenOffUnasked(TestNamespace namespace) {
    var telling = operate(namespace, finalizer -> finalizer, 0);
    eventually(() -> assertEquals("pass []", last(telling)));

    size(namespace, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", last(telling)));
    size(namespace, 0);

    eventually(() -> assertEquals("pass []", last(telling)));
    throughout(SOON.multipliedBy(2), () -> assertEquals(0, cleanUps(telling)));
    namespace.delete("Widget", "widget");
    eventually(() -> assertNull(namespace.primary("Widget", "widget")));
    assertEquals(0, cleanUps(telling));
  }

  @Test
  void cleansUpBeforeItIsTakenOffIfAskedTo(TestNamespace namespace) {
    var telling = operate(namespace, Finalizer::cleaningUpWhenNotNeeded, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", last(telling)));

    size(namespace, 0);

    eventually(() -> assertEquals("pass []", last(telling)));
    assertEquals(2, cleanUps(telling));
    assertNotNull(namespace.primary("Widget", "widget"));
  }

  private static String first(Telling telling) {
    return telling.done.stream().findFirst().orElse("nothing");
  }

  private static String last(Telling telling) {
    return telling.done.stream().reduce("nothing", (before, after) -> after);
  }

  private static long cleanUps(Telling telling) {
    return telling.done.stream().filter("clean up"::equals).count();
  }

  private static Telling operate(
      TestNamespace namespace, UnaryOperator<Finalizer<TypedWidget>> manner, int size) {
    var telling = new Telling(manner);
    namespace.operate(manager -> manager.reconciler(WIDGET, telling));
    size(namespace, size);
    return telling;
  }

  private static void size(TestNamespace namespace, int size) {
    namespace.apply("Widget", "widget", "{size: %d}".formatted(size));
  }

  private static List<String> finalizers(HasMetadata widget) {
    return widget.getMetadata().getFinalizers();
  }
}
