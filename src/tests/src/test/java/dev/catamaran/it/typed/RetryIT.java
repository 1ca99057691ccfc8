package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.kit.RetryAfter;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Options.RateLimit;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Selector;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ContextInitializer;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class RetryIT {
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration LATE = Duration.ofHours(1);

  private final AtomicInteger steadyCalls = new AtomicInteger();
  private final List<Integer> attempts = new CopyOnWriteArrayList<>();
  private final List<Instant> begun = new CopyOnWriteArrayList<>();

  /** Requests another pass after each pass. */
  @ControllerConfiguration(name = "steady")
  final class Steady implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      begun.add(Instant.now());
      steadyCalls.incrementAndGet();
      return UpdateControl.<Widget>noUpdate().rescheduleAfter(SOON);
    }
  }

  /** Fails more often than the SDK retries by default. */
  @ControllerConfiguration(name = "failing")
  final class Failing implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      attempts.add(context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0));
      if (attempts.size() <= 8) {
        throw new IllegalStateException("no luck");
      }
      return UpdateControl.noUpdate();
    }
  }

  /** Throws RetryAfter twice. */
  @ControllerConfiguration(name = "patient")
  final class Patient implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      begun.add(Instant.now());
      attempts.add(context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0));
      if (attempts.size() <= 2) {
        throw new RetryAfter(Duration.ofMillis(500), "the database is not there yet");
      }
      return UpdateControl.noUpdate();
    }

    @Override
    public ErrorStatusUpdateControl<Widget> updateErrorStatus(
        Widget widget, Context<Widget> context, Exception e) {
      attempts.add(-1);
      return ErrorStatusUpdateControl.noStatusUpdate();
    }
  }

  @Test
  void retriesUntilItSucceedsAndThenStops(TestNamespace namespace) {
    var options = options(Optional.of(new RetryPolicy(SOON, 1, SOON, 0)), Optional.empty());
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, options, new Failing()));
    namespace.apply("Widget", "w", "{}");

    var all = IntStream.rangeClosed(0, 8).boxed().toList();
    eventually(() -> assertEquals(all, attempts));
    throughout(SOON.multipliedBy(5), () -> assertEquals(all, attempts));
  }

  @Test
  void eachReconcilerHasItsOwnRetryAndAnEventTriggersIt(TestNamespace namespace) {
    var options = options(Optional.of(new RetryPolicy(LATE, 1, LATE, 0)), Optional.empty());
    namespace.operate(
        builder -> builder.reconcilers(Widgets.KIND, options, new Failing(), new Steady()));
    namespace.apply("Widget", "w", "{size: 1}");

    eventually(() -> assertTrue(steadyCalls.get() > 4, steadyCalls::toString));
    assertEquals(List.of(0), attempts, "the failed reconciler must wait for its own retry");

    namespace.apply("Widget", "w", "{size: 2}");
    eventually(() -> assertTrue(attempts.size() > 1, attempts::toString));
    assertEquals(0, attempts.get(1), "a new generation is a first attempt");
  }

  @Test
  void retriesAfterTheRequestedTimeWithoutAFailure(TestNamespace namespace) {
    var options = options(Optional.of(new RetryPolicy(LATE, 1, LATE, 0)), Optional.empty());
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, options, new Patient()));
    namespace.apply("Widget", "w", "{}");

    eventually(() -> assertEquals(List.of(0, 0, 0), attempts));
    var waited = Duration.between(begun.get(0), begun.get(2));
    assertTrue(waited.compareTo(Duration.ofMillis(990)) > 0, waited::toString);
  }

  @Test
  void retriesAChartByItsPolicyAndNewInputAtOnce(TestNamespace namespace) {
    var chart =
        TestChart.named("demanding")
            .template("all.yaml", "{{ if .Values.broken }}{{ fail \"broken\" }}{{ end }}")
            .path();
    var gadget = GroupVersionKind.parse("test.catamaran.dev/v1", "Gadget");
    var late = "retry: {initial: %1$ds, multiplier: 1, max: %1$ds, jitter: 0}";
    namespace.operate(builder -> builder.chart(gadget, chart, late.formatted(LATE.toSeconds())));
    namespace.apply("Gadget", "g", "{broken: true}");

    eventually(() -> assertEquals(1, failures(namespace)));
    throughout(Duration.ofSeconds(3), () -> assertEquals(1, failures(namespace)));

    namespace.deploy("Gadget", "g", "{broken: false}");
  }

  private static int failures(TestNamespace namespace) {
    var gadget = Optional.ofNullable(namespace.primary("Gadget", "g")).orElseThrow();
    return gadget.get("status", "failures", "count") instanceof Integer count ? count : 0;
  }

  private static Options options(Optional<RetryPolicy> retry, Optional<RateLimit> limit) {
    return new Options(Optional.empty(), OptionalInt.empty(), Selector.everything(), retry, limit);
  }

  private final List<Integer> broken = new CopyOnWriteArrayList<>();

  /** Recurses without end while it is broken. */
  private static final class Endless implements ChartExtension {
    private volatile boolean endless = true;

    @Override
    public Map<String, @Nullable Object> translate(
        ChartContext context, Map<String, @Nullable Object> values) {
      return endless ? Map.of("depth", depth(0)) : values;
    }

    private int depth(int before) {
      return endless ? 1 + depth(before + 1) : before;
    }
  }

  /** Fails in initContext, in reconcile and in updateErrorStatus. */
  @ControllerConfiguration(name = "broken")
  final class Erring implements Reconciler<Widget>, ContextInitializer<Widget> {
    @Override
    public void initContext(Widget widget, Context<Widget> context) {
      broken.add(broken.size());
      if (broken.size() <= 2) {
        throw new NoClassDefFoundError("com/example/Missing");
      }
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      if (broken.size() <= 4) {
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
  void anErrorIsReportedAndFollowedByAnotherPass(TestNamespace namespace) {
    var endless = new Endless();
    var gadgets = GroupVersionKind.parse("test.catamaran.dev/v1", "Gadget");
    namespace.operate(
        manager ->
            manager
                .reconciler(Widgets.KIND, new Erring())
                .chart(gadgets, TestChart.named("endless").configMap("made", "by", "it").path())
                .extension(gadgets, endless));
    namespace.apply("Gadget", "one", "{}");
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReason(
        "Gadget",
        "one",
        "Irreconcilable",
        "TranslationFailed",
        Endless.class.getName() + ": StackOverflowError");

    endless.endless = false;
    namespace.deploy("Gadget", "one", "{again: true}");
    // The fifth pass succeeds.
    eventually(() -> assertEquals(5, broken.size()));
  }
}
