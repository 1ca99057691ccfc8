package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.it.Widget;
import dev.catamaran.it.Widgets;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.watch.Options;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Managed dependents of the SDK. A single reconciler may have a {@code @Workflow}. */
@RealNode
class WorkflowIT {
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
