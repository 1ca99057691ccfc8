package dev.catamaran.it.typed;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Related;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copies data of the related objects of a widget into a ConfigMap: the color of the palette in its
 * spec, the Secrets with its name in a label, and the gadgets with its name in an annotation.
 */
public final class PaintedWidgets implements Reconciler<PaintedWidgets.Widget> {
  static final String MARK = "test.catamaran.dev/widget";

  /** This kind has no Java class. */
  private static final GroupVersionKind GADGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Gadget");

  private static final Map<String, Integer> PASSES = new ConcurrentHashMap<>();

  /** The primary. */
  @Group("test.catamaran.dev")
  @Version("v1")
  public static final class Widget extends CustomResource<Spec, Map<String, Object>>
      implements Namespaced {
    private static final long serialVersionUID = 1;
  }

  /** The name of the palette. */
  public record Spec(@Nullable String palette) {}

  /** The number of passes of a widget. */
  static int passes(String namespace, String widget) {
    return PASSES.getOrDefault(namespace + "/" + widget, 0);
  }

  @Override
  public List<EventSource<?, Widget>> prepareEventSources(EventSourceContext<Widget> context) {
    return List.of(
        Related.to(context, ConfigMap.class)
            .selecting("palette=yes")
            .byIndex(PaintedWidgets::palette),
        Related.to(context, Secret.class).keeping(PaintedWidgets::withoutData).byLabel(MARK),
        Related.to(context, GADGET).byAnnotation(MARK));
  }

  @Override
  public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
    var meta = widget.getMetadata();
    PASSES.merge(meta.getNamespace() + "/" + meta.getName(), 1, Integer::sum);
    var copy =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(meta.getNamespace())
            .withName(meta.getName() + "-copy")
            .endMetadata()
            .addToData("color", color(context))
            .addToData("secrets", secrets(context))
            .addToData("gadgets", gadgets(context))
            .build();
    copy.addOwnerReference(widget);
    context.getClient().resource(copy).forceConflicts().serverSideApply();
    return UpdateControl.noUpdate();
  }

  private static Set<ResourceID> palette(Widget widget) {
    return Optional.ofNullable(widget.getSpec().palette()).stream()
        .map(name -> new ResourceID(name, widget.getMetadata().getNamespace()))
        .collect(Collectors.toSet());
  }

  private static Secret withoutData(Secret secret) {
    secret.setData(null);
    return secret;
  }

  private static String color(Context<Widget> context) {
    return context
        .getSecondaryResource(ConfigMap.class)
        .map(palette -> palette.getData().get("color"))
        .orElse("none");
  }

  private static String secrets(Context<Widget> context) {
    return context.getSecondaryResources(Secret.class).stream()
        .map(
            secret ->
                "%s=%s %s data"
                    .formatted(
                        secret.getMetadata().getName(),
                        secret.getMetadata().getLabels().get(MARK),
                        secret.getData() == null || secret.getData().isEmpty()
                            ? "without"
                            : "with"))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String gadgets(Context<Widget> context) {
    return context.getSecondaryResources(GenericKubernetesResource.class).stream()
        .map(HasMetadata::getMetadata)
        .map(meta -> meta.getName())
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
