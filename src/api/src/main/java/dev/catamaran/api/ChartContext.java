package dev.catamaran.api;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import org.slf4j.Logger;

/** Context of a call to an extension: the primary, and tools for the extension. */
public interface ChartContext {

  /** Returns the current primary; shared, must not be modified. */
  GenericKubernetesResource primary();

  /** Returns the name of its release, even before the first install. */
  String releaseName();

  /** Returns the namespace of the Helm release. */
  String releaseNamespace();

  /**
   * Returns the operator's own client, with the operator's rights; must not be closed. Each use is
   * a request: use a watch for objects that each pass needs.
   */
  KubernetesClient client();

  /** Returns a logger with the name of the extension's class. */
  Logger log();

  /**
   * Writes a Kubernetes Event about the primary; drops it if the write fails.
   *
   * @param reason one word in CamelCase
   * @param message cut to 1024 characters
   */
  void event(EventType type, String reason, String message);

  /**
   * Returns an object of the extensions' own {@link ChartExtension#extraWatches watches}, from
   * memory.
   *
   * @param namespace empty for a cluster-scoped object
   * @return shared, must not be modified; empty if the object does not exist or is not watched
   */
  Optional<GenericKubernetesResource> watched(GroupVersionKind kind, String namespace, String name);

  /** Type of an Event. */
  enum EventType {
    NORMAL,
    WARNING
  }
}
