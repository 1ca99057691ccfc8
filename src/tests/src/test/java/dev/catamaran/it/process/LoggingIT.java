package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.TestNamespace;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LoggingIT {
  private static final Logger OURS = (Logger) LoggerFactory.getLogger("dev.catamaran");

  private final Lines lines = new Lines();
  private final List<Map<String, String>> contexts = new CopyOnWriteArrayList<>();

  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      event.prepareForDeferredProcessing();
      events.add(event);
    }

    /** The log lines about a primary, as {@code ClassName message}. */
    List<String> of(String kind, TestNamespace namespace) {
      return events.stream()
          .filter(event -> kind.equals(event.getMDCPropertyMap().get("resource.kind")))
          .filter(
              event -> namespace.name().equals(event.getMDCPropertyMap().get("resource.namespace")))
          .map(
              event ->
                  event.getLoggerName().replaceAll(".*[.]", "") + " " + event.getFormattedMessage())
          .toList();
    }

    /** The log lines of passes over this primary that do not name it. */
    List<String> withoutPrimary(String primary) {
      var passing = new HashSet<String>();
      var found = new ArrayList<String>();
      for (var event : events) {
        var named = primary.equals(event.getMDCPropertyMap().get("resource.name"));
        if (named && event.getFormattedMessage().equals("reconcile begins")) {
          passing.add(event.getThreadName());
        }
        if (passing.contains(event.getThreadName()) && !named) {
          found.add(event.toString());
        }
        if (event.getFormattedMessage().startsWith("reconcile ended after ")) {
          passing.remove(event.getThreadName());
        }
      }
      return found;
    }
  }

  final class Speaking implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      contexts.add(new TreeMap<>(MDC.getCopyOfContextMap()));
      return UpdateControl.noUpdate();
    }
  }

  @BeforeEach
  void listen() {
    lines.start();
    OURS.addAppender(lines);
    OURS.setLevel(Level.DEBUG);
  }

  @AfterEach
  void stopListening() {
    OURS.detachAppender(lines);
    OURS.setLevel(Level.INFO);
  }

  @Test
  void logsATypedPassWithItsPrimaryAndReconciler(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconciler(Widgets.KIND, new Speaking()));
    var widget = namespace.apply("Widget", "w", "{}");

    eventually(() -> assertFalse(contexts.isEmpty()));
    var expected =
        new TreeMap<>(
            Map.of(
                "reconciler", Speaking.class.getName(),
                "resource.apiVersion", "test.catamaran.dev/v1",
                "resource.generation", "1",
                "resource.group", "test.catamaran.dev",
                "resource.kind", "Widget",
                "resource.name", "w",
                "resource.namespace", namespace.name(),
                "resource.uid", widget.getMetadata().getUid(),
                "resource.version", "v1"));
    var found = new TreeMap<>(contexts.getFirst());
    // The SDK sets this entry. The resource version is not predictable.
    found.remove("resource.resourceVersion");
    assertEquals(expected, found);
    eventually(() -> assertLogged(lines.of("Widget", namespace), "PassLog next look in PT"));
  }

  @Test
  void logsAChartPassWithItsDurationAndResult(TestNamespace namespace) {
    var chart = TestChart.named("logged").configMap("data", "a", "b").path();
    var kind = GroupVersionKind.parse("test.catamaran.dev/v1", "Gadget");
    namespace.operate(builder -> builder.chart(kind, chart));
    namespace.deploy("Gadget", "g", "{}");

    for (var line :
        List.of(
            "PassLog reconcile begins",
            "PassLifecycle Installed",
            "ReleaseReporter Installed release g revision 1",
            "PassLog next look in PT",
            "PassLog reconcile ended after ")) {
      eventually(() -> assertLogged(lines.of("Gadget", namespace), line));
    }
    assertEquals(List.of(), lines.withoutPrimary("g"));
  }

  private static void assertLogged(List<String> logged, String line) {
    assertTrue(
        logged.stream().anyMatch(found -> found.startsWith(line)), () -> line + ": " + logged);
  }
}
