package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.RetryPolicy;
import dev.catamaran.watch.Selector;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ContextInitializer;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Error ends a pass like an exception. */
class PassErrorIT {
  private static final Duration DELAY = Duration.ofMillis(200);
  private static final RetryPolicy DOUBLING = new RetryPolicy(DELAY, 2, Duration.ofHours(1), 0);

  private final List<Long> begun = new CopyOnWriteArrayList<>();

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
  void reportsAStackOverflowOfAnExtensionUntilAChange(TestNamespace namespace) {
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

  /** Fails in initContext, in reconcile and in updateErrorStatus. */
  @ControllerConfiguration(name = "broken")
  final class Broken implements Reconciler<Widget>, ContextInitializer<Widget> {
    @Override
    public void initContext(Widget widget, Context<Widget> context) {
      begun.add(System.nanoTime());
      if (begun.size() <= 2) {
        throw new NoClassDefFoundError("com/example/Missing");
      }
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      if (begun.size() <= 6) {
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
    var options =
        new Options(
            Optional.empty(),
            OptionalInt.empty(),
            Selector.everything(),
            Optional.of(DOUBLING),
            Optional.empty());
    namespace.operate(manager -> manager.reconcilers(Widgets.KIND, options, new Broken()));
    namespace.apply("Widget", "one", "{}");

    // The reconciler's own failures have their own count.
    awaitRetriesAfter(1, 2, 1, 2, 4, 8);
  }

  /** Waits for retries, each after so many delays, which begin at the end of the pass before. */
  private void awaitRetriesAfter(int... delays) {
    int sum = IntStream.of(delays).sum();
    within(DELAY.multipliedBy(5L * sum), () -> assertTrue(begun.size() > delays.length));
    for (int i = 0; i < delays.length; i++) {
      var waited = Duration.ofNanos(begun.get(i + 1) - begun.get(i));
      var least = DELAY.multipliedBy(delays[i]).minusMillis(10);
      assertTrue(waited.compareTo(least) >= 0, begun::toString);
    }
  }
}
