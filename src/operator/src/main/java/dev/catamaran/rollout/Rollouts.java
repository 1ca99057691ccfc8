package dev.catamaran.rollout;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.PackagedCharts;
import dev.catamaran.desired.Editions;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rollouts of all kinds that have them. At rest it calls, reads and writes nothing. */
public final class Rollouts implements Editions.OfKinds, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Rollouts.class);

  /** A missing permission or definition lasts, and each try costs requests. */
  private static final Duration AFTER_A_PROBLEM = Duration.ofSeconds(15);

  private final Services services;
  private final Map<GroupVersionKind, KindRollout> kinds = new ConcurrentHashMap<>();
  private Optional<ChartRollouts> objects = Optional.empty();
  private String problem = "";
  private Instant nextTry = Instant.MIN;

  /**
   * What the rollouts of all kinds work with.
   *
   * @param namespace of the editions and the rollouts
   * @param operator name of the operator: another one in the namespace keeps its own editions
   * @param packages loads the charts of earlier editions
   * @param router knows the primaries, and wakes them
   */
  public record Services(
      KubernetesClient client,
      String namespace,
      String operator,
      Charts charts,
      PackagedCharts packages,
      ReleaseStore store,
      PrimaryRouter router,
      EventRecorder events,
      Clock clock) {}

  /** Knows no rollout yet. */
  public Rollouts(Services services) {
    this.services = services;
  }

  @Override
  public Editions of(GroupVersionKind gvk, HelmChart source) {
    return source.rollout().isPresent()
        ? kind(gvk, source)
        : Editions.OfKinds.allAtOnce(services.charts()).of(gvk, source);
  }

  /**
   * Reads what earlier processes stored about the rollouts of a kind. If that fails, no release of
   * the kind changes from one edition to another until {@link #look} succeeds.
   */
  public void prepare(GroupVersionKind gvk, HelmChart source) {
    if (source.rollout().isPresent()) {
      var kind = kind(gvk, source);
      unlessMissing(kind, () -> kind.learn(objects(), services.clock().instant()));
    }
  }

  /** Returns how many primaries of the open rollout of a kind are how far; zeros for none. */
  public Map<String, Integer> progress(GroupVersionKind gvk) {
    return Optional.ofNullable(kinds.get(gvk))
        .flatMap(KindRollout::state)
        .map(RolloutState::progress)
        .orElse(RolloutState.NO_PROGRESS);
  }

  /**
   * Takes each rollout one state further.
   *
   * @param watches all entries
   */
  public void look(List<Watch> watches) {
    if (services.clock().instant().isBefore(nextTry)) {
      return;
    }
    for (var watch : watches) {
      if (watch.source() instanceof HelmChart source
          && source.rollout().isPresent()
          && services.router().isReconciled(watch.gvk())) {
        look(kind(watch.gvk(), source));
      }
    }
  }

  private void look(KindRollout kind) {
    unlessMissing(
        kind,
        () -> {
          kind.learn(objects(), services.clock().instant());
          kind.step(objects(), services.router(), services.clock().instant());
          problem = "";
        });
  }

  /** Tells those who wait, and the log, what is missing. */
  private void unlessMissing(KindRollout kind, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      nextTry = services.clock().instant().plus(AFTER_A_PROBLEM);
      var missing = missing(e);
      kind.waitsFor(missing, services.router());
      if (!missing.equals(problem)) {
        problem = missing;
        log.warn("Rollouts wait, and no release changes to another edition: {}", missing);
      }
    }
  }

  private String missing(RuntimeException e) {
    return switch (e instanceof KubernetesClientException failure ? failure.getCode() : 0) {
      case HttpURLConnection.HTTP_NOT_FOUND ->
          "the definition chartrollouts.catamaran.dev, or the namespace %s, is missing; apply config/crd, which \"catamaran manifests\" writes (make install)"
              .formatted(services.namespace());
      case HttpURLConnection.HTTP_FORBIDDEN ->
          "%s. If a right is missing, apply config/rbac, which \"catamaran manifests\" writes (make deploy)"
              .formatted(e.getMessage());
      default -> String.valueOf(e.getMessage());
    };
  }

  private KindRollout kind(GroupVersionKind gvk, HelmChart source) {
    var kind = kinds.computeIfAbsent(gvk, key -> new KindRollout(key, source, services));
    kind.use(source);
    return kind;
  }

  private synchronized ChartRollouts objects() {
    if (objects.isEmpty()) {
      objects = Optional.of(new ChartRollouts(services.client(), services.namespace()));
    }
    return objects.get();
  }

  @Override
  public synchronized void close() {
    objects.ifPresent(ChartRollouts::close);
  }
}
