package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.kit.Conditions;
import dev.catamaran.kit.Sentence;
import dev.catamaran.kit.StatusPatch;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class StatusIT {
  private static final GroupVersionKind WIDGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Widget");
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  /** Reports the observed size. It fails for odd sizes and refuses negative sizes. */
  @ControllerConfiguration
  static final class Saying implements Reconciler<TypedWidget> {
    private final AtomicInteger passes = new AtomicInteger();

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context) {
      passes.incrementAndGet();
      int size = widget.getSpec().size();
      var status = StatusPatch.of(widget, context);
      if (size < 0) {
        status.hindered(observed -> status(widget, observed.orElse(null), "too small"));
      } else if (size % 2 == 1) {
        throw new IllegalStateException("odd");
      } else {
        status.succeeded(generation -> status(widget, generation, ""));
      }
      return UpdateControl.noUpdate();
    }

    @Override
    public ErrorStatusUpdateControl<TypedWidget> updateErrorStatus(
        TypedWidget widget, Context<TypedWidget> context, Exception error) {
      return StatusPatch.of(widget, context)
          .failed(observed -> status(widget, observed.orElse(null), Sentence.of(error)));
    }

    private static TypedWidget.Status status(
        TypedWidget widget, @Nullable Long generation, String problem) {
      var shown = Optional.ofNullable(widget.getStatus());
      var conditions =
          Conditions.of(
                  shown.map(TypedWidget.Status::conditions).orElse(null), widget, Clock.systemUTC())
              .with("Ready", problem.isEmpty(), "Seen", problem);
      // A pass with a problem removes the field.
      @Nullable Integer seen = problem.isEmpty() ? widget.getSpec().size() : null;
      return new TypedWidget.Status(conditions.list(), generation, seen);
    }
  }

  /** Deletes its primary before it reports. */
  @ControllerConfiguration
  static final class Late implements Reconciler<TypedWidget> {
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context) {
      var stored = context.getClient().resource(widget);
      stored.delete();
      eventually(() -> assertNull(stored.get()));
      try {
        StatusPatch.of(widget, context)
            .succeeded(generation -> Saying.status(widget, generation, ""));
        ended.complete(null);
      } catch (KubernetesClientException e) {
        ended.completeExceptionally(e);
      }
      return UpdateControl.noUpdate();
    }
  }

  @Test
  void tellsAFailureOnceAndWhenItIsTriedAgain(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable()));
    namespace.deploy("Widget", "one", "{}");
    namespace.apply("Widget", "one", "{broken: true}");

    eventually(
        () -> {
          var said = messages(namespace);
          assertTrue(
              said.get("Ready")
                  .matches("(?s).+ \\(attempt [3-9] of 11, next at \\d\\d:\\d\\d:\\d\\d UTC\\)"),
              said::toString);
          assertEquals("see the condition Ready", said.get("ReleaseFailed"));
          assertEquals("see the condition Ready", said.get("Irreconcilable"));
        });
  }

  private static Map<String, String> messages(TestNamespace namespace) {
    List<Map<String, Object>> conditions =
        Objects.requireNonNull(namespace.primary("Widget", "one")).get("status", "conditions");
    return conditions.stream()
        .collect(Collectors.toMap(one -> "" + one.get("type"), one -> "" + one.get("message")));
  }

  @Test
  void reportsAGenerationOnlyAfterASuccessfulPassAndKeepsWhatItDoesNotKnow(
      TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var saying = new Saying();
    namespace.operate(manager -> manager.reconciler(WIDGET, saying).reconcilePeriod(PERIOD));
    resize(namespace, 2);
    awaitShown(namespace, new Shown(1L, 2, "True", ""));
    resize(namespace, 3);
    awaitShown(namespace, new Shown(1L, null, "False", "odd"));
    resize(namespace, -1);
    awaitShown(namespace, new Shown(1L, null, "False", "too small"));
    namespace.apply("Widget", "widget", "{size: 4, sinceThen: added}");
    awaitShown(namespace, new Shown(4L, 4, "True", ""));

    namespace.mergeStatus("Widget", "widget", "{\"status\":{\"theirs\":\"kept\"}}");
    Rest.ofOperator(requests, PERIOD.multipliedBy(3), saying.passes::get, 4);
    var widget = namespace.widget("widget");
    assertEquals("kept", widget.value("status.theirs"));
    assertEquals("added", widget.value("spec.sinceThen"));
  }

  /** The primary disappears during the pass. */
  @Test
  void writesNoStatusOfADeletedPrimary(TestNamespace namespace) {
    var late = new Late();
    namespace.operate(manager -> manager.reconciler(WIDGET, late));
    resize(namespace, 2);

    late.ended.orTimeout(3, TimeUnit.MINUTES).join();
    assertNull(namespace.primary("Widget", "widget"));
  }

  private record Shown(
      @Nullable Long generation, @Nullable Integer seen, String ready, String message) {}

  private static void awaitShown(TestNamespace namespace, Shown expected) {
    eventually(
        () -> {
          var widget = Objects.requireNonNull(namespace.primary("Widget", "widget"));
          var status =
              SERIALIZATION.convertValue(widget.<Object>get("status"), TypedWidget.Status.class);
          Condition ready = status.conditions().getFirst();
          assertEquals(
              expected,
              new Shown(
                  status.observedGeneration(),
                  status.seen(),
                  ready.getStatus(),
                  ready.getMessage()));
        });
  }

  private static void resize(TestNamespace namespace, int size) {
    namespace.apply("Widget", "widget", "{size: %d}".formatted(size));
  }
}
