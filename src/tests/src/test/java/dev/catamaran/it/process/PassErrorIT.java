package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Error ends a pass like an exception. */
class PassErrorIT {
  private final List<Integer> begun = new CopyOnWriteArrayList<>();

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

  /** Fails in initContext, in reconcile and in updateErrorStatus. */
  @ControllerConfiguration(name = "broken")
  final class Broken implements Reconciler<Widget>, ContextInitializer<Widget> {
    @Override
    public void initContext(Widget widget, Context<Widget> context) {
      begun.add(begun.size());
      if (begun.size() <= 2) {
        throw new NoClassDefFoundError("com/example/Missing");
      }
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      if (begun.size() <= 4) {
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
  void isReportedAndFollowedByAnotherPass(TestNamespace namespace) {
    var endless = new Endless();
    var gadgets = GroupVersionKind.parse("test.catamaran.dev/v1", "Gadget");
    namespace.operate(
        manager ->
            manager
                .reconciler(Widgets.KIND, new Broken())
                .chart(
                    gadgets,
                    TestChart.named("endless").configMap("made", "by", "it").path(),
                    chart -> chart.extension(endless)));
    namespace.apply("Gadget", "one", "{}");
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReason(
        "Gadget",
        "one",
        "Irreconcilable",
        "TranslationFailed",
        Endless.class.getName() + ": StackOverflowError");

    endless.broken = false;
    namespace.deploy("Gadget", "one", "{again: true}");
    // The fifth pass succeeds.
    eventually(() -> assertEquals(5, begun.size()));
  }
}
