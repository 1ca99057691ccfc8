package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassSpansTest {
  private static final ConfigMap PRIMARY =
      new ConfigMapBuilder().withNewMetadata().withName("one").endMetadata().build();

  /** TracingIT shows the rest. */
  @Test
  void showTheTypeOfAFailureButNotItsMessage() {
    var failure =
        new KubernetesClientException(
            new StatusBuilder().withCode(422).withMessage("password hunter2 is short").build());
    var made = InMemorySpanExporter.create();
    var spans = made.getFinishedSpanItems();
    try (var tracers =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(made)).build()) {
      var passes = new PassSpans(tracers.get("test"));
      passes.reconciliationExecutionStarted(PRIMARY, Map.of());
      assertThrows(KubernetesClientException.class, () -> Steps.run("step", fail(failure)));
      passes.failedReconciliation(PRIMARY, failure, Map.of());
      passes.reconciliationExecutionFinished(PRIMARY, Map.of());
      spans = made.getFinishedSpanItems();
    }

    assertEquals(
        List.of("step", "reconcile ConfigMap"), spans.stream().map(SpanData::getName).toList());
    for (var span : spans) {
      assertEquals(StatusCode.ERROR, span.getStatus().getStatusCode());
      assertEquals(
          KubernetesClientException.class.getName(),
          span.getAttributes().get(AttributeKey.stringKey("error.type")));
      assertFalse(span.toString().contains("hunter2"), span::toString);
    }
  }

  private static Runnable fail(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }
}
