package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ContextInitializer;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Error ends a pass like an exception. */
class PassErrorIT {

  /** Recurses without end while it is broken. */
  private static final class Endless implements ChartExtension {
    private volatile boolean broken = true;

    @Override
    public Map<String, @Nullable Object> translate(
        ChartContext context, Map<String, @Nullable Object> values) {
      return broken ? Map.of("depth", depth(0)) : values;
    }

    private int depth(int before) {
      return broken ? 1 + depth(before + 1) : before;
    }
  }

  @Test
  void reportsAStackOverflowOfAnExtensionAndRetries(TestNamespace namespace) {
    var endless = new Endless();
    namespace.operate(
        manager ->
            manager.chart(
                Widgets.KIND,
                TestChart.named("endless").configMap("made", "by", "it").path(),
                chart -> chart.extension(endless)));
    namespace.apply("Widget", "one", "{}");
    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status",
                    "True",
                    "reason",
                    "TranslationFailed",
                    "message",
                    Endless.class.getName() + ": StackOverflowError"),
                namespace.condition("Widget", "one", "Irreconcilable")));

    endless.broken = false;
    namespace.apply("Widget", "one", "{again: true}");
    namespace.awaitReady("Widget", "one");
  }

  private final AtomicInteger passes = new AtomicInteger();

  /** Fails in initContext, in reconcile and in updateErrorStatus. */
  @ControllerConfiguration(name = "broken")
  final class Broken implements Reconciler<Widget>, ContextInitializer<Widget> {
    @Override
    public void initContext(Widget widget, Context<Widget> context) {
      if (passes.incrementAndGet() <= 2) {
        throw new NoClassDefFoundError("com/example/Missing");
      }
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      if (passes.get() <= 4) {
        throw new AssertionError("not so");
      }
      return UpdateControl.noUpdate();
    }

    @Override
    public ErrorStatusUpdateControl<Widget> updateErrorStatus(
        Widget widget, Context<Widget> context, Exception e) {
      throw new AssertionError("nor so");
    }
  }

  @Test
  void callsATypedReconcilerAgain(TestNamespace namespace) {
    namespace.operate(manager -> manager.reconciler(Widgets.KIND, new Broken()));
    namespace.apply("Widget", "one", "{}");
    eventually(() -> assertTrue(passes.get() >= 5, passes::toString));
  }
}
