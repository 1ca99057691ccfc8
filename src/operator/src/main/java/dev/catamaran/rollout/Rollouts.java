package dev.catamaran.rollout;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.PackagedCharts;
import dev.catamaran.desired.Editions;
import dev.catamaran.helm.StoredRevisions;
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

  private final KubernetesClient client;
  private final String namespace;
  private final String operator;
  private final Charts charts;
  private final PackagedCharts packages;
  private final ReleaseStore store;
  private final PrimaryRouter router;
  private final EventRecorder events;
  private final Clock clock;
  private final Map<GroupVersionKind, KindRollout> kinds = new ConcurrentHashMap<>();
  private Optional<ChartRollouts> objects = Optional.empty();
  private String problem = "";
  private Instant nextTry = Instant.MIN;

  /**
   * Knows no rollout yet.
   *
   * @param namespace of the editions and the rollouts
   * @param operator name of the operator
   * @param packages loads the charts of earlier editions
   * @param router knows the primaries, and wakes them
   */
  public Rollouts(
      KubernetesClient client,
      String namespace,
      String operator,
      Charts charts,
      PackagedCharts packages,
      ReleaseStore store,
      PrimaryRouter router,
      EventRecorder events,
      Clock clock) {
    this.client = client;
    this.namespace = namespace;
    this.operator = operator;
    this.charts = charts;
    this.packages = packages;
    this.store = store;
    this.router = router;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public Editions of(GroupVersionKind gvk, HelmChart source) {
    return source.rollout().isPresent()
        ? kind(gvk, source)
        : Editions.OfKinds.allAtOnce(charts).of(gvk, source);
  }

  /**
   * Reads what earlier processes stored about the rollouts of a kind. If that fails, no release of
   * the kind changes from one edition to another until {@link #look} succeeds.
   */
  public void prepare(GroupVersionKind gvk, HelmChart source) {
    if (source.rollout().isPresent()) {
      var kind = kind(gvk, source);
      unlessMissing(kind, () -> kind.learn(objects(), clock.instant()));
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
    if (clock.instant().isBefore(nextTry)) {
      return;
    }
    for (var watch : watches) {
      if (watch.source() instanceof HelmChart source
          && source.rollout().isPresent()
          && router.isReconciled(watch.gvk())) {
        look(kind(watch.gvk(), source));
      }
    }
  }

  private void look(KindRollout kind) {
    unlessMissing(
        kind,
        () -> {
          kind.learn(objects(), clock.instant());
          kind.step(objects(), router, clock.instant());
          problem = "";
        });
  }

  /** Tells those who wait, and the log, what is missing. */
  private void unlessMissing(KindRollout kind, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      nextTry = clock.instant().plus(AFTER_A_PROBLEM);
      var missing = missing(e);
      kind.waitsFor(missing, router);
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
              .formatted(namespace);
      case HttpURLConnection.HTTP_FORBIDDEN ->
          "%s. If a right is missing, apply config/rbac, which \"catamaran manifests\" writes (make deploy)"
              .formatted(e.getMessage());
      default -> String.valueOf(e.getMessage());
    };
  }

  private KindRollout kind(GroupVersionKind gvk, HelmChart source) {
    var kind =
        kinds.computeIfAbsent(
            gvk,
            key ->
                new KindRollout(
                    key,
                    source,
                    charts,
                    store,
                    new StoredRevisions(client),
                    events,
                    new KeptEditions(client, namespace, operator, key, packages),
                    clock));
    kind.use(source);
    return kind;
  }

  private synchronized ChartRollouts objects() {
    if (objects.isEmpty()) {
      objects = Optional.of(new ChartRollouts(client, namespace));
    }
    return objects.get();
  }

  @Override
  public synchronized void close() {
    objects.ifPresent(ChartRollouts::close);
  }
}
