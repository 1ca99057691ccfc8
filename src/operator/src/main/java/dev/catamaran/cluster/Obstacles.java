package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Obstacle;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that stand in the way of releases. Each look asks the API server for a few of them in
 * turn, so a primary does not wait for its next attempt once its obstacle is gone.
 */
public final class Obstacles {
  private static final Logger log = LoggerFactory.getLogger(Obstacles.class);

  /** Bounds the requests, however many primaries wait. */
  private static final int MOST_IN_A_LOOK = 10;

  /** Where to find a kind whose group the failure does not tell. */
  private static final List<String> COMMON =
      List.of(
          "v1",
          "apps/v1",
          "batch/v1",
          "networking.k8s.io/v1",
          "rbac.authorization.k8s.io/v1",
          "policy/v1",
          "autoscaling/v2");

  private final LiveObjects live;
  private final ApiResources apis;
  private final Consumer<PrimaryKey> onChange;
  private final SequencedMap<Obstacle, Waiting> all = new LinkedHashMap<>();
  private final Set<PrimaryKey> freed = ConcurrentHashMap.newKeySet();

  /** Those without an answer yet: the server of an API may take minutes. */
  private final Set<Obstacle> asked = ConcurrentHashMap.newKeySet();

  /**
   * Primaries that wait for one obstacle.
   *
   * @param seen state at the last look; empty before the first
   */
  private record Waiting(Set<PrimaryKey> primaries, Optional<State> seen) {}

  /**
   * State of an object.
   *
   * @param digest of the parts that can make it an obstacle
   */
  private record State(boolean exists, int digest) {
    private static State ofKind(boolean isServed) {
      return new State(isServed, 0);
    }

    private static State of(Optional<GenericKubernetesResource> found) {
      return new State(found.isPresent(), found.map(State::digest).orElse(0));
    }

    /** A quota has a spec; marks on another's object let Helm import it. */
    private static int digest(GenericKubernetesResource object) {
      var metadata = object.getMetadata();
      return Objects.hash(
          metadata.getUid(),
          metadata.getLabels(),
          metadata.getAnnotations(),
          object.<Object>get("spec"));
    }
  }

  /**
   * Knows no obstacles yet.
   *
   * @param onChange called with each primary whose obstacle is gone or has changed
   */
  public Obstacles(KubernetesClient client, ApiResources apis, Consumer<PrimaryKey> onChange) {
    this.live = new LiveObjects(client, apis, new UnwatchedDescendants());
    this.apis = apis;
    this.onChange = onChange;
  }

  /** Lets a primary wait for what a failure names; for nothing if it names nothing. */
  public void await(PrimaryKey primary, ReleaseKey release, String failure) {
    var obstacles = located(Obstacle.in(failure), release);
    synchronized (all) {
      keepOnly(primary, obstacles);
      obstacles.forEach(
          each ->
              all.computeIfAbsent(each, key -> new Waiting(new HashSet<>(), Optional.empty()))
                  .primaries()
                  .add(primary));
    }
  }

  /** Ends the wait of a primary. */
  public void forget(PrimaryKey primary) {
    synchronized (all) {
      keepOnly(primary, Set.of());
    }
    freed.remove(primary);
  }

  /** Whether an obstacle of the primary has gone or changed; true only once for each change. */
  public boolean isFreed(PrimaryKey primary) {
    return freed.remove(primary);
  }

  /** Asks for the next obstacles, and returns before the answers come. */
  public void look() {
    for (var obstacle : next()) {
      asked.add(obstacle);
      Thread.startVirtualThread(() -> look(obstacle));
    }
  }

  private void look(Obstacle obstacle) {
    try {
      note(obstacle, state(obstacle)).forEach(this::free);
    } catch (KubernetesClientException e) {
      log.debug("Whether {} has changed is not known: {}", obstacle.object(), e.getMessage());
      if (LiveObjects.isRefusal(e)) {
        drop(obstacle);
      }
    } finally {
      asked.remove(obstacle);
    }
  }

  private State state(Obstacle obstacle) {
    var object = obstacle.object();
    return obstacle.isKind() ? State.ofKind(apis.serves(object)) : State.of(live.get(object));
  }

  /** The next attempt that fails asks again. */
  private void drop(Obstacle obstacle) {
    synchronized (all) {
      all.remove(obstacle);
    }
  }

  private void free(PrimaryKey primary) {
    freed.add(primary);
    onChange.accept(primary);
  }

  private List<Obstacle> next() {
    synchronized (all) {
      var next =
          all.keySet().stream()
              .filter(each -> !asked.contains(each))
              .limit(MOST_IN_A_LOOK)
              .toList();
      next.forEach(each -> all.putLast(each, Objects.requireNonNull(all.get(each))));
      return next;
    }
  }

  /** Returns the primaries whose obstacle has changed. */
  private Set<PrimaryKey> note(Obstacle obstacle, State now) {
    synchronized (all) {
      var waiting = all.get(obstacle);
      if (waiting == null) {
        return Set.of();
      }
      all.put(obstacle, new Waiting(waiting.primaries(), Optional.of(now)));
      boolean hasChanged =
          waiting
              .seen()
              .map(before -> !before.equals(now))
              .orElse(now.exists() == obstacle.isMissing());
      return hasChanged ? Set.copyOf(waiting.primaries()) : Set.of();
    }
  }

  private void keepOnly(PrimaryKey primary, Set<Obstacle> obstacles) {
    all.entrySet()
        .removeIf(
            entry ->
                !obstacles.contains(entry.getKey())
                    && entry.getValue().primaries().remove(primary)
                    && entry.getValue().primaries().isEmpty());
  }

  private Set<Obstacle> located(Set<Obstacle> obstacles, ReleaseKey release) {
    try {
      return obstacles.stream()
          .flatMap(obstacle -> located(obstacle, release).stream())
          .collect(Collectors.toSet());
    } catch (KubernetesClientException e) {
      log.debug("Where {} are is not known: {}", obstacles, e.getMessage());
      return Set.of();
    }
  }

  private Optional<Obstacle> located(Obstacle obstacle, ReleaseKey release) {
    if (obstacle.isKind()) {
      return Optional.of(obstacle);
    }
    var object = obstacle.object();
    return (object.apiVersion().isEmpty() ? COMMON.stream() : Stream.of(object.apiVersion()))
        .map(version -> new ObjectKey(version, object.kind(), object.namespace(), object.name()))
        .flatMap(key -> apis.locate(key, release.namespace()).stream())
        .findFirst()
        .map(obstacle::at);
  }
}
