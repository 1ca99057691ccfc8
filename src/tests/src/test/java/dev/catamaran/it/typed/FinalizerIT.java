package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.kit.Finalizer;
import dev.catamaran.testcluster.RealNode;
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

@RealNode
class FinalizerIT {
  private static final GroupVersionKind WIDGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Widget");

  /** Has no domain of its own, like the finalizer of the reverse-words operator. */
  private static final String NAME = "finalizer.widgets.test.catamaran.dev";

  private static final Duration SOON = Duration.ofMillis(200);

  /** Records its calls. A widget of size 0 needs no cleanup. */
  @ControllerConfiguration(triggerReconcilerOnAllEvents = true)
  static final class Telling implements Reconciler<TypedWidget> {
    private final Finalizer<TypedWidget> finalizer;
    private final List<String> done = new CopyOnWriteArrayList<>();

    Telling(UnaryOperator<Finalizer<TypedWidget>> configure) {
      finalizer =
          configure.apply(
              Finalizer.<TypedWidget>of(NAME, this::cleanUp)
                  .when(widget -> widget.getSpec().size() > 0));
    }

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context)
        throws Exception {
      return finalizer.around(widget, context, this::recordPass);
    }

    private UpdateControl<TypedWidget> recordPass(
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
  void isSetOnlyWhileNeededAndRemovedAfterTheCleanUp(TestNamespace namespace) {
    var reconciler = operate(namespace, finalizer -> finalizer, 0);
    eventually(() -> assertEquals("pass []", last(reconciler)));
    size(namespace, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", last(reconciler)));
    size(namespace, 0);
    eventually(() -> assertEquals("pass []", last(reconciler)));
    assertEquals(0, cleanUps(reconciler));

    size(namespace, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", last(reconciler)));
    namespace.delete("Widget", "widget");
    eventually(() -> assertNull(namespace.primary("Widget", "widget")));
    eventually(() -> assertEquals(2, cleanUps(reconciler)));
    assertEquals("clean up", last(reconciler));
  }

  @Test
  void isRemovedAfterACleanUpIfConfigured(TestNamespace namespace) {
    var reconciler = operate(namespace, Finalizer::cleaningUpWhenNotNeeded, 1);
    eventually(() -> assertEquals("pass [" + NAME + "]", last(reconciler)));

    size(namespace, 0);

    eventually(() -> assertEquals("pass []", last(reconciler)));
    assertEquals(2, cleanUps(reconciler));
    assertNotNull(namespace.primary("Widget", "widget"));
  }

  private static String last(Telling reconciler) {
    return reconciler.done.stream().reduce("nothing", (before, after) -> after);
  }

  private static long cleanUps(Telling reconciler) {
    return reconciler.done.stream().filter("clean up"::equals).count();
  }

  private static Telling operate(
      TestNamespace namespace, UnaryOperator<Finalizer<TypedWidget>> configure, int size) {
    var reconciler = new Telling(configure);
    namespace.operate(manager -> manager.reconciler(WIDGET, reconciler));
    size(namespace, size);
    return reconciler;
  }

  private static void size(TestNamespace namespace, int size) {
    namespace.apply("Widget", "widget", "{size: %d}".formatted(size));
  }

  private static List<String> finalizers(HasMetadata widget) {
    return widget.getMetadata().getFinalizers();
  }
}
