package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.watch.Options;
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
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;
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

    awaitStatus(namespace, Map.of("left", 1, "right", 1));
  }

  @Test
  void runsAllInOrderAndEachSeesItsOwnEventSourcesOnly(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, new First(), new Second()));
    var widget = namespace.apply("Widget", "w", "{}");
    awaitStatus(namespace, Map.of("first", 0, "second", 0));
    assertEquals(List.of("first", "second"), calls.subList(0, 2));

    for (var of : List.of("first", "first", "second")) {
      Yaml.create(
          namespace,
          """
          apiVersion: v1
          kind: ConfigMap
          metadata:
            generateName: of-%1$s-
            labels: {of: %1$s}
            ownerReferences: [{apiVersion: %2$s, kind: Widget, name: w, uid: %3$s}]
          """,
          of,
          widget.getApiVersion(),
          widget.getMetadata().getUid());
    }
    awaitStatus(namespace, Map.of("first", 2, "second", 1));
  }

  @Test
  void aFailureStopsNoOtherAndEachCleansUpUntilItSucceeds(TestNamespace namespace) {
    namespace.operate(
        builder -> builder.reconcilers(Widgets.KIND, new First(), new Broken(), new Second()));
    namespace.apply("Widget", "w", "{}");
    eventually(
        () -> {
          var status = Widgets.status(namespace, "w");
          assertEquals(0, status.get("second"));
          assertTrue(String.valueOf(status.get("error")).startsWith("no luck "), status::toString);
        });
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

  private final List<String> failures = new CopyOnWriteArrayList<>();

  /** The SDK creates this dependent. */
  public static final class Labels extends CRUDKubernetesDependentResource<ConfigMap, Widget> {
    /** The SDK requires this constructor. */
    public Labels() {
      super(ConfigMap.class);
    }

    @Override
    protected ConfigMap desired(Widget widget, Context<Widget> context) {
      var size = widget.getSpec().get("size");
      if (size == null) {
        throw new IllegalArgumentException("no size");
      }
      return new ConfigMapBuilder()
          .withNewMetadata()
          .withName(widget.getMetadata().getName())
          .withNamespace(widget.getMetadata().getNamespace())
          .endMetadata()
          .addToData("size", String.valueOf(size))
          .build();
    }
  }

  @ControllerConfiguration(name = "flowing")
  @Workflow(dependents = @Dependent(type = Labels.class))
  final class Flowing implements Reconciler<Widget> {
    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      var made = context.getSecondaryResource(ConfigMap.class).orElseThrow();
      return UpdateControl.patchStatus(
          Widgets.carrying(widget, Map.of("made", made.getData().getOrDefault("size", ""))));
    }

    @Override
    public ErrorStatusUpdateControl<Widget> updateErrorStatus(
        Widget widget, Context<Widget> context, Exception e) {
      failures.add(context.getControllerConfiguration().getName());
      return ErrorStatusUpdateControl.noStatusUpdate();
    }
  }

  /** Managed dependents of the SDK. A single reconciler may have a {@code @Workflow}. */
  @Test
  void createsItsDependentsAndReceivesTheirFailures(TestNamespace namespace) {
    namespace.operate(builder -> builder.reconcilers(Widgets.KIND, Options.DEFAULT, new Flowing()));
    namespace.apply("Widget", "w", "{size: 1}");
    eventually(() -> assertEquals(Map.of("made", "1"), Widgets.status(namespace, "w")));

    namespace.apply("Widget", "w", "{size: 2}");
    eventually(() -> assertEquals(Map.of("size", "2"), namespace.data("w")));
    eventually(() -> assertEquals(Map.of("made", "2"), Widgets.status(namespace, "w")));

    namespace.apply("Widget", "w", "{other: 3}");
    eventually(() -> assertEquals("flowing", failures.getFirst()));
  }
}
