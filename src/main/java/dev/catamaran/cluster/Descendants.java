package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/** The live objects that releases made, as far as they are known without a request. */
public sealed interface Descendants permits WatchedDescendants, UnwatchedDescendants {

  /**
   * Starts to watch the kind of {@code key} unless it is watched already; returns when all objects
   * of it are known.
   *
   * @return false if the object is not seen: nobody wants it, its namespace is not the manager's, a
   *     right is missing, or the API server does not serve its kind
   */
  boolean watch(ObjectKey key);

  /** The live object, if it carries our label and its kind is watched. */
  Optional<Descendant> find(ObjectKey key);

  /** The objects that are known and name {@code primary} as their owner. */
  List<Descendant> namedBy(PrimaryKey primary);

  /** Takes an object that a request answered with, so that no decision is made on an older one. */
  void offer(GenericKubernetesResource live);

  /** Forgets an object that a request found gone. */
  void retract(ObjectKey key);
}
