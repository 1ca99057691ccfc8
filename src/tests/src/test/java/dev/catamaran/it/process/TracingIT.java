package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.testcluster.ReceivedTrace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TraceReceiver;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traces as a real OpenTelemetry Collector receives them. */
class TracingIT {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String DELAY = "OTEL_BSP_SCHEDULE_DELAY";
  private static final Watching WIDGETS = Watching.chart("Widget", TestChart.breakable());

  private final TraceReceiver receiver = TraceReceiver.start();

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void tracesThePassesOfARelease(TestNamespace namespace) {
    var operator =
        namespace.launch(
            Map.of(ENDPOINT, receiver.endpoint(), DELAY, "200"), WIDGETS, "--log-encoder=json");
    var widget = namespace.deploy("Widget", "one", "{color: blue}");

    var installing = await(trace -> outcome(trace).equals("Installed"));
    assertEquals(
        "reconcile Widget(decide, write status, helm install(prepare, own, store, apply), adopt, write status)",
        installing.outline());
    var pass = installing.first().attributes();
    assertEquals("test.catamaran.dev/v1", pass.get("k8s.object.api_version"));
    assertEquals("one", pass.get("k8s.object.name"));
    assertEquals(namespace.name(), pass.get("k8s.namespace.name"));
    assertEquals(widget.getMetadata().getUid(), pass.get("k8s.object.uid"));
    assertEquals("1", pass.get("catamaran.generation"));
    assertEquals("1", pass.get("catamaran.release.revision"));
    assertEquals(List.of("InstallSuccessful"), installing.first().events());
    assertEquals("Install", installing.span("decide").attributes().get("catamaran.action"));
    var call = installing.span("helm install").attributes();
    assertEquals("one", call.get("catamaran.release.name"));
    assertEquals("breakable", call.get("catamaran.chart.name"));
    operator.awaitLog(installing.first().trace());
    assertEquals("catamaran", receiver.services().getFirst().get("service.name"));

    namespace.delete(ConfigMap.class, "one-colors");

    var repairing = await(trace -> outcome(trace).equals("DriftCorrected"));
    assertEquals("reconcile Widget(decide(detect drift), repair drift)", repairing.outline());
    assertEquals("1", repairing.span("detect drift").attributes().get("catamaran.drift.objects"));
    assertTrue(
        repairing
            .span("repair drift")
            .attributes()
            .get("catamaran.drift.corrections")
            .startsWith("RECREATED"));
    assertEquals(
        "reconcile Widget(decide(detect drift))",
        await(trace -> outcome(trace).equals("Kept") && trace.spans().size() == 3).outline());

    namespace.patch("Widget", "one", "{spec: {broken: true}}");
    var failing = await(trace -> outcome(trace).equals("Failed"));
    assertTrue(failing.first().failed());
    assertEquals("UpgradeError", failing.first().attributes().get("error.type"));
    assertTrue(failing.span("helm upgrade").failed());

    namespace.delete("Widget", "one");
    var removing = await(trace -> outcome(trace).equals("Uninstalled")).outline();
    // The pass writes a status if it begins before the watch has delivered the failure's status.
    assertTrue(removing.startsWith("clean up Widget(decide, helm uninstall"), removing);
  }

  /** Writes the observed size to the status and records its own span. */
  @ControllerConfiguration
  public static final class Seeing implements Reconciler<TypedWidget> {
    private final Tracer tracer;

    public Seeing(OperatorRuntime runtime) {
      this.tracer = runtime.tracer();
    }

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context) {
      var span = tracer.spanBuilder("look").startSpan();
      int size = widget.getSpec().size();
      span.setAttribute("size", size).end();
      if (size < 0) {
        throw new IllegalArgumentException("less than nothing");
      }
      widget.setStatus(new TypedWidget.Status(null, widget.getMetadata().getGeneration(), size));
      return UpdateControl.patchStatus(widget);
    }
  }

  @Test
  void tracesTypedReconcilersAndSendsAllSpansAtTheStop(TestNamespace namespace) {
    var watching =
        """
        - group: test.catamaran.dev
          version: v1
          kind: Widget
          reconciler: %s
        """
            .formatted(Seeing.class.getName());
    var operator =
        namespace.launch(
            Map.of(ENDPOINT, receiver.endpoint(), DELAY, "3600000", "OTEL_SERVICE_NAME", "shop"),
            Watching.yaml(watching));
    namespace.apply("Widget", "one", "{size: 3}");
    eventually(() -> assertEquals(3, seen(namespace)));
    namespace.apply("Widget", "bad", "{size: -1}");
    operator.awaitLog("less than nothing");
    assertEquals(List.of(), receiver.traces());

    operator.terminate();

    assertEquals(0, operator.awaitExit(Duration.ofMinutes(1)));
    var pass = await(trace -> trace.spans().stream().anyMatch(s -> s.name().equals("look")));
    assertEquals("reconcile Widget(Seeing(look, write status))", pass.outline());
    assertEquals("one", pass.first().attributes().get("k8s.object.name"));
    assertEquals("3", pass.span("look").attributes().get("size"));
    assertEquals("shop", receiver.services().getFirst().get("service.name"));
    var failing = await(trace -> trace.first().failed());
    assertEquals("bad", failing.first().attributes().get("k8s.object.name"));
    assertEquals(
        "java.lang.IllegalArgumentException", failing.first().attributes().get("error.type"));
    assertTrue(failing.span("Seeing").failed());
  }

  private static @Nullable Object seen(TestNamespace namespace) {
    var widget = namespace.primary("Widget", "one");
    return widget == null ? null : widget.get("status", "seen");
  }

  @Test
  void continuesWithoutAReceiverOfTheTraces(TestNamespace namespace) {
    var unreachable = "http://127.0.0.1:" + FreePort.find();
    var operator =
        namespace.launch(
            Map.of(ENDPOINT, unreachable, DELAY, "200", "OTEL_EXPORTER_OTLP_TIMEOUT", "500"),
            WIDGETS);
    namespace.deploy("Widget", "one", "{color: blue}");
    operator.awaitLog("Traces get lost");
    namespace.deploy("Widget", "two", "{color: blue}");

    operator.terminate();

    assertEquals(0, operator.awaitExit(Duration.ofMinutes(1)));
    var warnings = operator.log().lines().filter(line -> line.contains("Traces get lost")).count();
    assertEquals(1, warnings, operator::log);
    assertFalse(operator.log().contains("\tat "), operator::log);
  }

  @Test
  void sendsNoTracesWhenDisabled(TestNamespace namespace) {
    var operator =
        namespace.launch(
            Map.of(ENDPOINT, receiver.endpoint(), "OTEL_SDK_DISABLED", "true"), WIDGETS);
    namespace.deploy("Widget", "one", "{color: blue}");

    var threads = operator.threads();
    assertTrue(threads.contains("ReconcilerExecutor") || threads.contains("main"), threads);
    assertFalse(threads.contains("BatchSpanProcessor"), threads);
    assertFalse(threads.contains("jdkhttp-executor"), threads);
    operator.terminate();
    assertEquals(0, operator.awaitExit(Duration.ofMinutes(1)));
    assertEquals(List.of(), receiver.traces());
  }

  private ReceivedTrace await(Predicate<ReceivedTrace> matching) {
    eventually(
        () ->
            assertTrue(
                receiver.traces().stream().anyMatch(matching), () -> receiver.traces().toString()));
    return receiver.traces().stream().filter(matching).findFirst().orElseThrow();
  }

  private static String outcome(ReceivedTrace trace) {
    return trace.first().attributes().getOrDefault("catamaran.outcome", "");
  }
}
