package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/**
 * Descendants of charts with {@code watchDependentResources: false} in their watch: nothing is
 * known without a request.
 */
public final class UnwatchedDescendants implements Descendants {
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
