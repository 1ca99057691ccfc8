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

/** Each line of the log about a primary names it. */
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

    /** The lines of threads while they have a pass over this primary, without its name. */
    List<String> withoutPrimary(String primary) {
      var passing = new HashSet<String>();
      return events.stream()
          .filter(
              event -> {
                var thread = event.getThreadName();
                var text = event.getFormattedMessage();
                var named = primary.equals(event.getMDCPropertyMap().get("resource.name"));
                var passes = passing.contains(thread);
                if (named && text.equals("reconcile begins")) {
                  passing.add(thread);
                } else if (text.startsWith("reconcile ended after ")) {
                  passing.remove(thread);
                }
                return passes && !named;
              })
          .map(ILoggingEvent::toString)
          .toList();
    }

    void await(String primary, String beginning) {
      eventually(
          () ->
              assertTrue(
                  events.stream()
                      .filter(e -> primary.equals(e.getMDCPropertyMap().get("resource.name")))
                      .anyMatch(e -> e.getFormattedMessage().startsWith(beginning)),
                  () -> beginning + ": " + events));
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
  void namesPrimaryAndReconcilerInEachLine(TestNamespace namespace) {
    var chart = TestChart.named("logged").configMap("data", "a", "b").path();
    var gadgets = GroupVersionKind.parse("test.catamaran.dev/v1", "Gadget");
    namespace.operate(
        builder -> builder.reconciler(Widgets.KIND, new Speaking()).chart(gadgets, chart));
    var widget = namespace.apply("Widget", "w", "{}");
    eventually(() -> assertFalse(contexts.isEmpty()));
    var found = new TreeMap<>(contexts.getFirst());
    // The SDK sets this entry. The resource version is not predictable.
    found.remove("resource.resourceVersion");
    assertEquals(
        Map.of(
            "reconciler", Speaking.class.getName(),
            "resource.apiVersion", "test.catamaran.dev/v1",
            "resource.generation", "1",
            "resource.group", "test.catamaran.dev",
            "resource.kind", "Widget",
            "resource.name", "w",
            "resource.namespace", namespace.name(),
            "resource.uid", widget.getMetadata().getUid(),
            "resource.version", "v1"),
        found);
    lines.await("w", "next look in PT");

    namespace.deploy("Gadget", "g", "{}");
    for (var line : List.of("Installed release g revision 1", "reconcile ended after ")) {
      lines.await("g", line);
    }
    assertEquals(List.of(), lines.withoutPrimary("g"));
  }
}
