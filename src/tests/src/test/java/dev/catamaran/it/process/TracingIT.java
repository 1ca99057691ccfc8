package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.ReceivedTrace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TraceReceiver;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traces as a real OpenTelemetry Collector receives them. */
class TracingIT {
  private final TraceReceiver receiver = TraceReceiver.start();

  @AfterEach
  void close() {
    receiver.close();
  }

  /** Writes the observed size to the status and records its own span. */
  @ControllerConfiguration
  public static final class Seeing implements Reconciler<TypedGadget> {
    private final Tracer tracer;

    public Seeing(OperatorRuntime runtime) {
      this.tracer = runtime.tracer();
    }

    @Override
    public UpdateControl<TypedGadget> reconcile(TypedGadget gadget, Context<TypedGadget> context) {
      int size = Integer.parseInt(String.valueOf(gadget.getSpec().get("size")));
      tracer.spanBuilder("look").startSpan().setAttribute("size", size).end();
      if (size < 0) {
        throw new IllegalArgumentException("less than nothing");
      }
      return UpdateControl.noUpdate();
    }
  }

  /** The Gadget of test-crds.yaml. */
  @Group("test.catamaran.dev")
  @Version("v1")
  @Kind("Gadget")
  public static final class TypedGadget
      extends CustomResource<Map<String, Object>, Map<String, Object>> implements Namespaced {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void followThePassesOfAReleaseAndOfATypedReconciler(TestNamespace namespace) {
    var watching =
        Watching.yaml(
                """
                - group: test.catamaran.dev
                  version: v1
                  kind: Gadget
                  reconciler: %s
                """
                    .formatted(Seeing.class.getName()))
            .and("Widget", TestChart.breakable());
    var operator =
        namespace.launch(
            Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                receiver.endpoint(),
                "OTEL_BSP_SCHEDULE_DELAY",
                "200",
                "OTEL_EXPORTER_OTLP_TIMEOUT",
                "500",
                "OTEL_SERVICE_NAME",
                "shop"),
            watching,
            "--log-encoder=json");
    var widget = namespace.deploy("Widget", "one", "{color: blue}");
    var installing = await(trace -> outcome(trace).equals("Installed"));
    assertEquals(
        "reconcile Widget(decide, write status, helm install(prepare, own, store, apply), adopt,"
            + " write status)",
        installing.outline());
    var pass = installing.first().attributes();
    assertEquals("one", pass.get("k8s.object.name"));
    assertEquals(namespace.name(), pass.get("k8s.namespace.name"));
    assertEquals(widget.getMetadata().getUid(), pass.get("k8s.object.uid"));
    assertEquals("1", pass.get("catamaran.release.revision"));
    assertEquals(List.of("InstallSuccessful"), installing.first().events());
    assertEquals("Install", installing.span("decide").attributes().get("catamaran.action"));
    operator.awaitLog(installing.first().trace());
    assertEquals("shop", receiver.services().getFirst().get("service.name"));

    namespace.delete(ConfigMap.class, "one-colors");
    var repairing = await(trace -> outcome(trace).equals("DriftCorrected")).outline();
    // It writes a status if it begins before the watch has delivered that of the installation.
    assertTrue(
        repairing.startsWith("reconcile Widget(decide(detect drift), repair drift"), repairing);
    namespace.patch("Widget", "one", "{spec: {broken: true}}");
    var failing = await(trace -> outcome(trace).equals("Failed"));
    assertEquals("UpgradeError", failing.first().attributes().get("error.type"));
    assertTrue(failing.first().failed() && failing.span("helm upgrade").failed());
    namespace.delete("Widget", "one");
    var removing = await(trace -> outcome(trace).equals("Uninstalled")).outline();
    // The pass writes a status if it begins before the watch has delivered the failure's status.
    assertTrue(removing.startsWith("clean up Widget(decide, helm uninstall"), removing);

    namespace.apply("Gadget", "good", "{size: 3}");
    var looking = await(trace -> trace.outline().equals("reconcile Gadget(Seeing(look))"));
    assertEquals("good", looking.first().attributes().get("k8s.object.name"));
    assertEquals("3", looking.span("look").attributes().get("size"));
    namespace.apply("Gadget", "bad", "{size: -1}");
    var typed =
        await(
            t -> t.first().failed() && "bad".equals(t.first().attributes().get("k8s.object.name")));
    assertEquals(
        "java.lang.IllegalArgumentException", typed.first().attributes().get("error.type"));

    // Without a receiver it continues, and says so once. On a slow machine a trace may have been
    // lost
    // before.
    long earlier = losses(operator);
    receiver.close();
    namespace.deploy("Widget", "two", "{color: blue}");
    eventually(() -> assertEquals(earlier + 1, losses(operator), operator::log));
    namespace.deploy("Widget", "three", "{color: blue}");
    operator.terminate();
    assertEquals(0, operator.awaitExit(Duration.ofMinutes(1)));
    assertEquals(earlier + 1, losses(operator), operator::log);
  }

  private static long losses(OperatorProcess operator) {
    return operator.log().lines().filter(line -> line.contains("Traces get lost")).count();
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
