package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.kit.Related;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.RetryPolicy;
import dev.catamaran.watch.Selector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@RealNode
class SeveralReconcilersIT {
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /** Writes its own status field and sees the ConfigMaps with its own label. */
  abstract class Watcher implements Reconciler<Widget>, Cleaner<Widget> {
    private final String name;

    Watcher(String name) {
      this.name = name;
    }

    @Override
    public List<EventSource<?, Widget>> prepareEventSources(EventSourceContext<Widget> context) {
      var configuration =
          InformerEventSourceConfiguration.from(ConfigMap.class, Widget.class)
              .withName("config-maps")
              .withLabelSelector("of=" + name)
              .build();
      return List.of(new InformerEventSource<>(configuration, context));
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      calls.add(name);
      var seen = context.getSecondaryResources(ConfigMap.class).size();
      assertNotNull(
          context.eventSourceRetriever().getEventSourceFor(ConfigMap.class, "config-maps"));
      return UpdateControl.patchStatus(Widgets.carrying(widget, Map.of(name, seen)));
    }

    @Override
    public DeleteControl cleanup(Widget widget, Context<Widget> context) {
      calls.add(name + " cleans up");
      return DeleteControl.defaultDelete();
    }
  }

  @ControllerConfiguration(name = "first")
  final class First extends Watcher {
    First() {
      super("first");
    }
  }

  @ControllerConfiguration(name = "second")
  final class Second extends Watcher {
    Second() {
      super("second");
    }
  }

  /** Copies the ConfigMap that a field of the spec names to the status. */
  abstract static class Reader implements Reconciler<Widget> {
    private final String field;

    Reader(String field) {
      this.field = field;
    }

    @Override
    public List<EventSource<?, Widget>> prepareEventSources(EventSourceContext<Widget> context) {
      return List.of(Related.to(context, ConfigMap.class).byIndex(this::named));
    }

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      var text =
          context.getSecondaryResource(ConfigMap.class).map(map -> map.getData().get("text"));
      return UpdateControl.patchStatus(
          Widgets.carrying(widget, Map.of(field, text.orElse("nothing"))));
    }

    private Set<ResourceID> named(Widget widget) {
      var name = String.valueOf(widget.getSpec().get(field));
      return Set.of(new ResourceID(name, widget.getMetadata().getNamespace()));
    }
  }

  @ControllerConfiguration(name = "of-ink")
  static final class OfInk extends Reader {
    OfInk() {
      super("ink");
    }
  }

  @ControllerConfiguration(name = "of-paper")
  static final class OfPaper extends Reader {
    OfPaper() {
      super("paper");
    }
  }

  @ControllerConfiguration(name = "broken")
  final class Broken implements Reconciler<Widget>, Cleaner<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      throw new IllegalStateException("no luck");
    }

    @Override
    public ErrorStatusUpdateControl<Widget> updateErrorStatus(
        Widget widget, Context<Widget> context, Exception e) {
      var attempts = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElseThrow();
      return ErrorStatusUpdateControl.patchStatus(
          Widgets.carrying(widget, Map.of("error", e.getMessage() + " " + attempts)));
    }

    @Override
    public DeleteControl cleanup(Widget widget, Context<Widget> context) {
      calls.add("broken cleans up");
      if (calls.stream().filter("broken cleans up"::equals).count() < 3) {
        throw new IllegalStateException("not yet");
      }
      return DeleteControl.defaultDelete();
    }
  }

  /** Named in watches.yaml. */
  public static final class Left implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      return UpdateControl.patchStatus(Widgets.carrying(widget, Map.of("left", 1)));
    }
  }

  /** Named in watches.yaml. It sees the status of the previous reconciler. */
  public static final class Right implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      var left = widget.getStatus() == null ? 0 : widget.getStatus().getOrDefault("left", 0);
      return UpdateControl.patchStatus(Widgets.carrying(widget, Map.of("right", left)));
    }
  }

  @Test
  void eachInTheListOfWatchesYamlSeesThePreviousStatus(TestNamespace namespace) {
    namespace.operate(
        Watching.yaml(
            """
            - group: test.catamaran.dev
              version: v1
              kind: Widget
              reconciler: [%s, %s]
            """
                .formatted(Left.class.getName(), Right.class.getName())));
    namespace.apply("Widget", "w", "{}");

    eventually(() -> assertEquals(Map.of("left", 1, "right", 1), Widgets.status(namespace, "w")));
  }

  @Test
  void runsAllInOrderAndEachKeepsItsPartOfTheStatus(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new First(), new Second()));
    namespace.apply("Widget", "w", "{}");

    eventually(() -> assertEquals(Map.of("first", 0, "second", 0), Widgets.status(namespace, "w")));
    assertEquals(List.of("first", "second"), calls.subList(0, 2));
  }

  @Test
  void eachSeesItsOwnEventSourcesOnly(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new First(), new Second()));
    var widget = namespace.apply("Widget", "w", "{}");
    for (var of : List.of("first", "first", "second")) {
      namespace
          .client()
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withGenerateName("of-" + of + "-")
                  .withNamespace(namespace.name())
                  .addToLabels("of", of)
                  .addNewOwnerReference()
                  .withApiVersion(widget.getApiVersion())
                  .withKind("Widget")
                  .withName("w")
                  .withUid(widget.getMetadata().getUid())
                  .endOwnerReference()
                  .endMetadata()
                  .build())
          .create();
    }

    eventually(() -> assertEquals(Map.of("first", 2, "second", 1), Widgets.status(namespace, "w")));
  }

  @Test
  void eachIsTriggeredByItsOwnIndex(TestNamespace namespace) {
    text(namespace, "of-ink", "black");
    text(namespace, "of-paper", "white");
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new OfInk(), new OfPaper()));
    namespace.apply("Widget", "w", "{ink: of-ink, paper: of-paper}");
    awaitStatus(namespace, Map.of("ink", "black", "paper", "white"));

    text(namespace, "of-ink", "blue");
    awaitStatus(namespace, Map.of("ink", "blue", "paper", "white"));
    text(namespace, "of-paper", "yellow");
    awaitStatus(namespace, Map.of("ink", "blue", "paper", "yellow"));
  }

  @Test
  void aFailureDoesNotStopTheNext(TestNamespace namespace) {
    // One retry soon, and the next one after the test.
    var once = new RetryPolicy(Duration.ofSeconds(1), 3600, Duration.ofHours(1), 0);
    var options =
        new Options(
            Optional.empty(),
            OptionalInt.empty(),
            Selector.everything(),
            Optional.of(once),
            Optional.empty());
    namespace.operate(
        builder -> builder.reconcilers(Widgets.KIND, options, new Broken(), new Second()));
    namespace.apply("Widget", "w", "{}");

    eventually(
        () ->
            assertEquals(
                Map.of("error", "no luck 1", "second", 0), Widgets.status(namespace, "w")));
    assertTrue(calls.size() >= 1, calls::toString);
  }

  @Test
  void removesTheFinalizerAfterOneSuccessfulCleanUpOfEach(TestNamespace namespace) {
    namespace.operate(
        builder -> builder.reconcilers(Widgets.KIND, new First(), new Broken(), new Second()));
    namespace.apply("Widget", "w", "{}");
    eventually(() -> assertTrue(calls.contains("second"), calls::toString));
    assertEquals(1, Widgets.existing(namespace, "w").getMetadata().getFinalizers().size());
    calls.clear();

    namespace.delete("Widget", "w");

    eventually(() -> assertNull(namespace.primary("Widget", "w")));
    assertEquals(
        List.of(
            "first cleans up",
            "broken cleans up",
            "second cleans up",
            "broken cleans up",
            "broken cleans up"),
        calls.stream().filter(call -> call.endsWith("cleans up")).toList());
  }

  private static void awaitStatus(TestNamespace namespace, Map<String, Object> status) {
    eventually(() -> assertEquals(status, Widgets.status(namespace, "w")));
  }

  private static void text(TestNamespace namespace, String name, String text) {
    namespace.configMap(name, Map.of("text", text));
  }
}
