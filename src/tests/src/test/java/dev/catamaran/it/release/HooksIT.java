package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.kit.HookedReconciler;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class HooksIT {
  private static final String MARK = "handled-generation.catamaran.dev/hooked";

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile boolean failing;

  @ControllerConfiguration(name = "hooked")
  final class Hooked extends HookedReconciler<Widget> {
    @Override
    protected UpdateControl<Widget> added(Widget widget, Context<Widget> context) {
      note("added", widget);
      assertEquals(1, widget.getMetadata().getFinalizers().size());
      if (failing) {
        throw new IllegalStateException("failing");
      }
      return UpdateControl.noUpdate();
    }

    @Override
    protected UpdateControl<Widget> updated(
        Widget widget, Optional<Widget> before, Context<Widget> context) {
      note("updated " + before.map(Widget::getSpec).orElse(Map.of()) + " to", widget);
      return UpdateControl.noUpdate();
    }

    @Override
    protected UpdateControl<Widget> resynced(Widget widget, Context<Widget> context) {
      note("resynced", widget);
      return UpdateControl.noUpdate();
    }

    @Override
    protected DeleteControl deleted(Widget widget, Context<Widget> context) {
      note("deleted", widget);
      return DeleteControl.defaultDelete();
    }

    private void note(String what, Widget widget) {
      calls.add(widget.getMetadata().getName() + " " + what + " " + widget.getSpec());
    }
  }

  @Test
  void callsAHookForEachChange(TestNamespace namespace) {
    whileOperating(
        namespace,
        () -> {
          namespace.apply("Widget", "w", "{size: 1}");
          awaitMark(namespace, 1);
          namespace.apply("Widget", "w", "{size: 2}");
          awaitMark(namespace, 2);
          namespace.delete("Widget", "w");
          eventually(() -> assertNull(namespace.primary("Widget", "w")));
        });
    assertEquals(
        List.of("w added {size=1}", "w updated {size=1} to {size=2}", "w deleted {size=2}"), calls);
  }

  @Test
  void callsHooksForChangesDuringADowntime(TestNamespace namespace) {
    whileOperating(
        namespace,
        () -> {
          for (var name : List.of("same", "changed", "gone")) {
            namespace.apply("Widget", name, "{size: 1}");
          }
          eventually(() -> assertEquals(3, calls.size(), calls::toString));
          for (var name : List.of("same", "changed", "gone")) {
            awaitMark(namespace, name, 1);
          }
        });
    calls.clear();
    namespace.apply("Widget", "changed", "{size: 2}");
    namespace.apply("Widget", "changed", "{size: 3}");
    namespace.delete("Widget", "gone");
    namespace.apply("Widget", "new", "{size: 1}");

    whileOperating(
        namespace, () -> eventually(() -> assertEquals(4, calls.size(), calls::toString)));
    assertEquals(
        List.of(
            "changed updated {} to {size=3}",
            "gone deleted {size=1}",
            "new added {size=1}",
            "same resynced {size=1}"),
        calls.stream().sorted().toList());
  }

  @Test
  void callsDeletedWithoutAPriorSuccess(TestNamespace namespace) {
    failing = true;
    whileOperating(
        namespace,
        () -> {
          namespace.apply("Widget", "w", "{size: 1}");
          eventually(() -> assertTrue(calls.size() >= 2, calls::toString));
          assertNull(mark(namespace, "w"));
          namespace.delete("Widget", "w");
          eventually(() -> assertNull(namespace.primary("Widget", "w")));
        });
    assertEquals("w added {size=1}", calls.getFirst());
    assertEquals("w deleted {size=1}", calls.getLast());
  }

  private void whileOperating(TestNamespace namespace, Runnable what) {
    var operator = namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new Hooked()));
    try {
      what.run();
    } finally {
      operator.close();
    }
  }

  private static @Nullable String mark(TestNamespace namespace, String name) {
    return Widgets.existing(namespace, name).getMetadata().getAnnotations().get(MARK);
  }

  private static void awaitMark(TestNamespace namespace, int generation) {
    awaitMark(namespace, "w", generation);
  }

  private static void awaitMark(TestNamespace namespace, String name, int generation) {
    var uid = Widgets.existing(namespace, name).getMetadata().getUid();
    eventually(() -> assertEquals(generation + " of " + uid, mark(namespace, name)));
  }
}
