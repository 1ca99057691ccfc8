package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Chart;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Editions;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.observe.PendingRevisions.LeaderTerm;
import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.Options.RetryPolicy;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A cluster, and one operator process after the other. */
final class World {
  static final Duration PERIOD = Duration.ofMinutes(1);

  private static final GroupVersionKind KIND =
      new GroupVersionKind("cache.my.domain", "v1alpha1", "Memcached");

  /** Nothing reads it. */
  private static final Path CHART = Path.of("cache");

  private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();
  private static final ReleaseMeters RELEASE_METERS = new ReleaseMeters(METERS, KIND);

  /** The SDK's delay after a pass that could not report. */
  private static final Duration AFTER_AN_EXCEPTION = Duration.ofSeconds(2);

  Settings settings;
  final Causes causes = new Causes();
  final Network network = new Network();
  final Losses losses = new Losses(this);
  final Cluster cluster = new Cluster(network, losses);
  final MemoryReleaseStore store = new MemoryReleaseStore(network);
  final SimulatedHelm helm = new SimulatedHelm(network, store, cluster, losses);
  final ServedPrimary primary = new ServedPrimary(network);
  private Running running;
  private Optional<OfKind> last = Optional.empty();
  private int chart = 1;
  private boolean isRecordLost;
  private boolean isStatusLost;

  World(Settings settings) {
    this.settings = settings;
    this.running = begin();
    cluster.put(Thing.of(Rendering.OF_A_PERSON, Losses.PRECIOUS));
  }

  /** All that one process remembers. */
  private record Running(ChartReconciler reconciler, ResourceEventAware<OfKind> onDeletion) {}

  Chart chart() {
    return DesiredReleaseFixture.chart(CHART, "chart" + chart);
  }

  void happens(Step step) {
    causes.note(step);
    step.on(this);
  }

  void replaceChart(int number) {
    chart = number;
  }

  /** The administrator changes watches.yaml. */
  void configure(Settings changed) {
    settings = changed;
    restart();
  }

  /** A person removes a record of objects: without marks, nobody finds them any more. */
  void loseRecord() {
    isRecordLost = true;
  }

  /** A whole status was lost: nothing may show whose a revision is that a person made since. */
  void loseStatus() {
    isStatusLost = true;
  }

  boolean isStatusLost() {
    return isStatusLost;
  }

  boolean isRecordLost() {
    return isRecordLost;
  }

  static ObjectNode spec(String objects, int value, String flaw) {
    var spec = JsonNodeFactory.instance.objectNode().put("objects", objects).put("value", value);
    return flaw.isEmpty() ? spec : spec.put("flaw", flaw);
  }

  /** The process ends, and another one begins. */
  void restart() {
    network.revive();
    helm.restart();
    running = begin();
    last = Optional.empty();
    deliver();
  }

  /** All watches deliver all changes. */
  void deliver() {
    store.deliver();
    cluster.deliver();
    deliverPrimary();
  }

  void deliverPrimary() {
    var before = last;
    primary.deliver();
    last = primary.known().map(ServedPrimary.Version::object);
    before
        .filter(old -> last.filter(now -> isSame(old, now)).isEmpty())
        .ifPresent(running.onDeletion()::onResourceDeleted);
  }

  private static boolean isSame(OfKind one, OfKind other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }

  /** One pass as the SDK runs it. Returns the delay until the next. */
  Duration pass() {
    cluster.collect(primary.uids());
    var known = primary.known();
    if (known.isEmpty()) {
      return PERIOD;
    }
    network.tell("  pass");
    try {
      return pass(known.get());
    } catch (KubernetesClientException e) {
      network.tell("  pass ends with " + e.getMessage());
      return AFTER_AN_EXCEPTION;
    } catch (Network.Crash e) {
      network.tell("  crash");
      return Duration.ZERO;
    } finally {
      noteSuccess();
      if (network.isDead()) {
        restart();
      }
    }
  }

  private void noteSuccess() {
    var stored = store.readable();
    boolean isDone =
        !stored.isEmpty()
            && stored.getLast().status() == RevisionStatus.DEPLOYED
            && (!settings.waits()
                || primary
                    .served()
                    .filter(now -> Ending.isTrue(now.status(), "Ready"))
                    .isPresent());
    if (isDone) {
      losses.succeeded(Rendering.things(stored.getLast().manifest()));
    }
  }

  private Duration pass(ServedPrimary.Version known) {
    if (known.isDeleted()) {
      return known.hasFinalizer() ? cleanUp(known) : PERIOD;
    }
    if (!known.hasFinalizer() && !primary.hold(known, true)) {
      return AFTER_AN_EXCEPTION;
    }
    var object = primary.known().orElseThrow().object();
    var control = running.reconciler().reconcile(object, context());
    return control.getScheduleDelay().map(Duration::ofMillis).orElseThrow();
  }

  private Duration cleanUp(ServedPrimary.Version known) {
    var control = running.reconciler().cleanup(known.object(), context());
    if (!control.isRemoveFinalizer()) {
      return control.getScheduleDelay().map(Duration::ofMillis).orElse(AFTER_AN_EXCEPTION);
    }
    primary.hold(known, false);
    return Duration.ofMillis(10);
  }

  @SuppressWarnings("unchecked")
  private static Context<OfKind> context() {
    return (Context<OfKind>)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.toString());
            });
  }

  @SuppressWarnings("unchecked")
  private Running begin() {
    var client = primary.client();
    var apis = new ApiResources(client);
    var access = new ReleaseAccess(helm, new SimulatedObjects(cluster));
    var term = new LeaderTerm(network.clock().instant(), Duration.ofSeconds(15));
    var reconciler =
        new ChartReconcilers(
                new ChartReconcilers.Scope(
                    "ours",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    n -> true,
                    Set::of),
                new ChartReconcilers.Inputs(
                    Editions.OfKinds.allAtOnce(reference -> chart()),
                    new ReferencedObjects(a -> client, key -> {}),
                    apis,
                    (objects, desired) -> List.of(),
                    (release, chart, values, secrets) -> Optional.empty(),
                    client),
                new ChartReconcilers.Primaries(
                    new PrimaryRouter(),
                    new Claims(),
                    identity -> primary.uids().contains(identity.uid())),
                new ChartReconcilers.History(store, helm, () -> term),
                new ChartReconcilers.Writes(account -> access, account -> access, a -> false),
                new ChartReconcilers.Reports(
                    new StatusWriter(client, network.clock()),
                    occurrence -> {},
                    new FinalizerExchange(client)),
                network.clock())
            .of(KIND, settings.source(), List.of(), PERIOD, RetryPolicy.DEFAULT, RELEASE_METERS);
    var sources =
        reconciler.prepareEventSources(new EventSourceContext<>(null, null, client, OfKind.class));
    return new Running(reconciler, (ResourceEventAware<OfKind>) sources.getLast());
  }
}
