package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class PassSpansTest {
  private static final ConfigMap PRIMARY =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withName("one")
          .withNamespace("shop")
          .withUid("u-1")
          .withGeneration(3L)
          .endMetadata()
          .build();

  private final InMemorySpanExporter made = InMemorySpanExporter.create();
  private final SdkTracerProvider tracers =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(made)).build();
  private final PassSpans passes = new PassSpans(tracers.get("test"));

  @AfterEach
  void close() {
    tracers.close();
  }

  @Test
  void namesThePrimary() {
    pass(() -> {});

    var pass = span("reconcile ConfigMap");
    assertEquals("v1", text(pass, "k8s.object.api_version"));
    assertEquals("ConfigMap", text(pass, "k8s.object.kind"));
    assertEquals("one", text(pass, "k8s.object.name"));
    assertEquals("u-1", text(pass, "k8s.object.uid"));
    assertEquals("shop", text(pass, "k8s.namespace.name"));
    assertEquals(3, pass.getAttributes().get(AttributeKey.longKey("catamaran.generation")));
    assertEquals(StatusCode.UNSET, pass.getStatus().getStatusCode());
  }

  @Test
  void putsStepsBelowThePass() {
    pass(() -> Steps.run("outer", () -> Steps.run("inner", () -> {})));

    var pass = span("reconcile ConfigMap");
    assertEquals(pass.getSpanId(), span("outer").getParentSpanId());
    assertEquals(span("outer").getSpanId(), span("inner").getParentSpanId());
    assertEquals(pass.getTraceId(), span("inner").getTraceId());
  }

  @Test
  void createsOneTraceForEachPass() {
    pass(() -> {});
    pass(() -> {});

    var traces = made.getFinishedSpanItems().stream().map(SpanData::getTraceId).distinct();
    assertEquals(2, traces.count());
  }

  @Test
  void showsTheTypeOfAFailureButNotItsMessage() {
    var failure =
        new KubernetesClientException(
            new StatusBuilder().withCode(422).withMessage("password hunter2 is short").build());
    pass(
        () -> {
          assertThrows(KubernetesClientException.class, () -> Steps.run("step", fail(failure)));
          passes.failedReconciliation(PRIMARY, failure, Map.of());
        });

    for (var name : List.of("step", "reconcile ConfigMap")) {
      var span = span(name);
      assertEquals(StatusCode.ERROR, span.getStatus().getStatusCode());
      assertEquals(KubernetesClientException.class.getName(), text(span, "error.type"));
      assertFalse(span.toString().contains("hunter2"), span::toString);
    }
  }

  @Test
  void namesTheTraceInTheLogWhileThePassRuns() {
    pass(() -> assertEquals(Span.current().getSpanContext().getTraceId(), MDC.get("trace_id")));

    assertNull(MDC.get("trace_id"));
  }

  @Test
  void continuesInAnotherThread() {
    pass(
        () -> {
          var work =
              Steps.carried(
                  () -> {
                    assertEquals(Span.current().getSpanContext().getTraceId(), MDC.get("trace_id"));
                    Steps.run("elsewhere", () -> {});
                    return "done";
                  });
          var task = new FutureTask<>(work);
          CompletableFuture.runAsync(task).join();
          assertEquals("done", task.resultNow());
        });

    assertEquals(span("reconcile ConfigMap").getSpanId(), span("elsewhere").getParentSpanId());
  }

  @Test
  void showsNothingOutsideOfAPass() {
    Steps.run("alone", step -> step.attribute("some", "thing"));
    passes.reconciliationExecutionFinished(PRIMARY, Map.of());

    assertEquals(List.of(), made.getFinishedSpanItems());
  }

  private void pass(Runnable work) {
    passes.reconciliationExecutionStarted(PRIMARY, Map.of());
    work.run();
    passes.reconciliationExecutionFinished(PRIMARY, Map.of());
  }

  private static Runnable fail(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private SpanData span(String name) {
    return made.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + made.getFinishedSpanItems()));
  }

  private static String text(SpanData span, String attribute) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(attribute)));
  }
}
