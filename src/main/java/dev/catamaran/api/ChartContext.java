package dev.catamaran.api;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import org.slf4j.Logger;

/** What an extension is given with each call: whom it is about, and what it may work with. */
public interface ChartContext {

  /** The primary as it is now; shared, and not to be changed. */
  GenericKubernetesResource primary();

  /** Name of its release, also where there is none yet. */
  String releaseName();

  /** Where Helm keeps the release. */
  String releaseNamespace();

  /**
   * The operator's own client, with the operator's rights; not to be closed. Each use is a request:
   * what is needed at each pass is better watched.
   */
  KubernetesClient client();

  /** A logger named like the extension's class. */
  Logger log();

  /**
   * Writes a Kubernetes Event about the primary; one that cannot be written is dropped.
   *
   * @param reason one word in CamelCase
   * @param message cut to 1024 characters
   */
  void event(EventType type, String reason, String message);

  /**
   * Finds an object of one of the extensions' own {@link ChartExtension#extraWatches watches}, from
   * memory.
   *
   * @param namespace empty for an object without one
   * @return shared, and not to be changed; empty if there is none, or it is not watched
   */
  Optional<GenericKubernetesResource> watched(GroupVersionKind kind, String namespace, String name);

  /** How an Event is shown. */
  enum EventType {
    NORMAL,
    WARNING
  }
}
