package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/** The live objects of releases, as far as they are known without a request. */
public sealed interface Descendants permits WatchedDescendants, Descendants.UnwatchedDescendants {

  /**
   * Starts the watch of {@code key}'s kind, unless it exists already; returns when all objects of
   * the kind are known. Waits some seconds at most, and only for the first attempt.
   *
   * @return false if the object is not watched: watches are disabled, its namespace is not the
   *     manager's, a right is missing, or the API server does not serve its kind, or not in time
   */
  boolean watch(ObjectKey key);

  /**
   * Does the same without waiting. The watches of several kinds begin side by side, if this is
   * called for all of them first.
   */
  void expect(ObjectKey key);

  /** Returns the live object, if it has our label and its kind is watched. */
  Optional<Descendant> find(ObjectKey key);

  /** Returns the known objects that name {@code primary} as their owner. */
  List<Descendant> namedBy(PrimaryKey primary);

  /** Returns how objects that went were seen last. */
  Departures departures();

  /** Stores an object from the answer to a request, so that no decision uses an older version. */
  void offer(GenericKubernetesResource live);

  /** Returns the known resource version of an object; empty if the object is not known. */
  Optional<String> version(ObjectKey key);

  /**
   * Forgets an object that does not exist any more, according to a request, unless a newer version
   * is known.
   *
   * @param version the last resource version before the request
   */
  void retract(ObjectKey key, String version);

  /**
   * Descendants of charts with {@code watchDependentResources: false} in their watch: nothing is
   * known without a request.
   */
  final class UnwatchedDescendants implements Descendants {
    private final Departures departures = new Departures();

    @Override
    public boolean watch(ObjectKey key) {
      return false;
    }

    @Override
    public void expect(ObjectKey key) {}

    @Override
    public Optional<Descendant> find(ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public List<Descendant> namedBy(PrimaryKey primary) {
      return List.of();
    }

    @Override
    public Departures departures() {
      return departures;
    }

    @Override
    public void offer(GenericKubernetesResource live) {}

    @Override
    public Optional<String> version(ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public void retract(ObjectKey key, String version) {}
  }
}
