package dev.catamaran.rollout;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.PackagedCharts;
import dev.catamaran.desired.Editions;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
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
  private final Optional<String> namespace;
  private final String operator;
  private final Charts charts;
  private final PackagedCharts packages;
  private final ReleaseStore store;
  private final InformerMeters meters;
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
   * @param namespace the operator's own; empty if it has none
   * @param operator name of the operator
   * @param packages loads the charts of earlier editions
   * @param router knows the primaries, and wakes them
   */
  public Rollouts(
      KubernetesClient client,
      Optional<String> namespace,
      String operator,
      Charts charts,
      PackagedCharts packages,
      ReleaseStore store,
      InformerMeters meters,
      PrimaryRouter router,
      EventRecorder events,
      Clock clock) {
    this.client = client;
    this.namespace = namespace;
    this.operator = operator;
    this.charts = charts;
    this.packages = packages;
    this.store = store;
    this.meters = meters;
    this.router = router;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public Editions of(GroupVersionKind gvk, HelmChart source) {
    return source
        .rollout()
        .<Editions>map(policy -> kind(gvk, source, policy))
        .orElseGet(() -> Editions.OfKinds.allAtOnce(charts).of(gvk, source));
  }

  /**
   * Reads what earlier processes stored about the rollouts of a kind. If that fails, no release of
   * the kind changes from one edition to another until {@link #look} succeeds.
   */
  public void prepare(GroupVersionKind gvk, HelmChart source) {
    source
        .rollout()
        .ifPresent(
            policy -> {
              try {
                kind(gvk, source, policy).learn(objects(), clock.instant());
              } catch (RuntimeException e) {
                warn(e);
              }
            });
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
      if (watch.source() instanceof HelmChart source && router.isReconciled(watch.gvk())) {
        source.rollout().ifPresent(policy -> look(watch.gvk(), source, policy));
      }
    }
  }

  private void look(GroupVersionKind gvk, HelmChart source, RolloutPolicy policy) {
    try {
      var kind = kind(gvk, source, policy);
      kind.learn(objects(), clock.instant());
      kind.step(objects(), router, clock.instant());
      problem = "";
    } catch (RuntimeException e) {
      warn(e);
    }
  }

  private void warn(RuntimeException e) {
    nextTry = clock.instant().plus(AFTER_A_PROBLEM);
    var message = String.valueOf(e.getMessage());
    if (!message.equals(problem)) {
      problem = message;
      log.warn(
          "Rollouts wait, and no release changes to another edition: {}. Rollouts need the CRD"
              + " chartrollouts.catamaran.dev, and the permissions that \"catamaran manifests\""
              + " writes",
          message);
    }
  }

  private KindRollout kind(GroupVersionKind gvk, HelmChart source, RolloutPolicy policy) {
    var kind =
        kinds.computeIfAbsent(
            gvk,
            key ->
                new KindRollout(
                    key,
                    source,
                    policy,
                    charts,
                    store,
                    new StoredRevisions(client),
                    events,
                    new KeptEditions(client, place(), operator, key, packages),
                    clock));
    kind.use(source, policy);
    return kind;
  }

  private String place() {
    return namespace.orElse("");
  }

  private synchronized ChartRollouts objects() {
    if (namespace.isEmpty()) {
      throw new IllegalStateException(
          "the operator has no namespace of its own; set POD_NAMESPACE, or run it in a cluster");
    }
    if (objects.isEmpty()) {
      objects = Optional.of(new ChartRollouts(client, place(), meters));
    }
    return objects.get();
  }

  @Override
  public synchronized void close() {
    objects.ifPresent(ChartRollouts::close);
  }
}
