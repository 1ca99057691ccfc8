package dev.catamaran.extension;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;

/**
 * Context of an extension in a pass.
 *
 * @param hiding removes secrets from a message
 */
record ExtensionContext(
    OfKind primary,
    ReleaseKey release,
    KubernetesClient client,
    Logger log,
    EventRecorder events,
    ExtraWatches watches,
    UnaryOperator<String> hiding)
    implements ChartContext {

  @Override
  public String releaseName() {
    return release.name();
  }

  @Override
  public String releaseNamespace() {
    return release.namespace();
  }

  @Override
  public void event(EventType type, String reason, String message) {
    events.record(
        primary,
        switch (type) {
          case NORMAL -> EventRecorder.Type.NORMAL;
          case WARNING -> EventRecorder.Type.WARNING;
        },
        reason,
        hiding.apply(message));
  }

  @Override
  public Optional<GenericKubernetesResource> watched(
      GroupVersionKind kind, String namespace, String name) {
    return watches.find(kind, namespace, name);
  }
}
