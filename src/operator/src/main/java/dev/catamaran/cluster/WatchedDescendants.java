package dev.catamaran.cluster;

import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.telemetry.SteadyClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All live objects with our label, from one informer for each kind in the whole manager. The watch
 * of a kind starts with the first release that has an object of it, and ends when the kind is not
 * served any more.
 *
 * <p>If {@link #watch} says that an object is watched, {@link #find} tells what it is: as new as
 * the last event and as each answer that was offered, and empty if it does not exist or lacks our
 * label. If not, memory says nothing about it, and only a request does: watches may be refused or
 * late, the namespace may not be the manager's, and the content may be over the budget of memory. A
 * refused watch is tried again after a minute. Callers wait ten seconds at most, once for a kind,
 * and no failure reaches them.
 *
 * <p>The caller owes each answer of the API server about an object, by {@link #offer} or {@link
 * #retract}. It asks {@link #watch} before it concludes from {@link #find} that something is
 * missing. {@code onChange} returns at once, since it runs on an informer's thread.
 */
public final class WatchedDescendants implements Descendants, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WatchedDescendants.class);
  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  /** A pass holds a worker, so it waits for a kind that does not answer this long, and once. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The contents of all descendants may take a fifth of the heap. */
  private static final int SHARE_OF_HEAP = 5;

  private static final Duration BEFORE_ASKING_AGAIN = Duration.ofMinutes(1);

  private final KubernetesClient client;
  private final ApiResources apis;
  private final String labelSelector;
  private final WatchedNamespaces namespaces;
  private final Departures departures = new Departures();
  private final OwnerIndex owners;
  private final Consumer<PrimaryKey> onChange;
  private final InstantSource clock;
  private final Map<Kind, KindWatch> watches = new ConcurrentHashMap<>();

  private record Kind(String apiVersion, String kind) {
    static Kind of(ObjectKey key) {
      return new Kind(key.apiVersion(), key.kind());
    }
  }

  private sealed interface KindWatch {
    /** Its first listing runs. Passes wait for the first attempt alone. */
    record Beginning(CompletableFuture<KindWatch> end, long waitUntil) implements KindWatch {}

    record Watched(ReducedInformer<GenericKubernetesResource, Descendant> informer)
        implements KindWatch {}

    record Refused(Instant at) implements KindWatch {}
  }

  /**
   * Prepares the watches.
   *
   * @param operator value of the label
   * @param onChange called, on an informer's thread, with each primary of a changed descendant
   */
  public WatchedDescendants(
      KubernetesClient client,
      ApiResources apis,
      String operator,
      WatchedNamespaces namespaces,
      Consumer<PrimaryKey> onChange) {
    this(client, apis, operator, namespaces, onChange, SteadyClock.begin());
  }

  WatchedDescendants(
      KubernetesClient client,
      ApiResources apis,
      String operator,
      WatchedNamespaces namespaces,
      Consumer<PrimaryKey> onChange,
      InstantSource clock) {
    this.clock = clock;
    this.client = ApiResources.hasty(client);
    this.apis = apis;
    this.labelSelector = OwnershipMarks.OPERATOR_LABEL + "=" + operator;
    this.namespaces = namespaces;
    this.onChange = onChange;
    this.owners =
        new OwnerIndex(
            new ContentBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP),
            new DescendantEvents(departures, onChange));
  }

  @Override
  public boolean watch(ObjectKey key) {
    return namespaces.covers(key.namespace())
        && switch (begun(Kind.of(key))) {
          case KindWatch.Watched(var informer) ->
              informer.isListed(key.namespace())
                  && informer
                      .find(key.namespace(), key.name())
                      .filter(found -> !found.hasContent())
                      .isEmpty();
          case KindWatch.Refused ignored -> false;
          case KindWatch.Beginning(var end, var until) -> isWatched(end, until) && isListed(key);
        };
  }

  @Override
  public void expect(ObjectKey key) {
    if (namespaces.covers(key.namespace())) {
      begun(Kind.of(key));
    }
  }

  private boolean isListed(ObjectKey key) {
    return informer(key).filter(informer -> informer.isListed(key.namespace())).isPresent();
  }

  private KindWatch begun(Kind kind) {
    var known = watches.get(kind);
    if (known != null && !isDueAgain(known)) {
      return known;
    }
    long patience = known == null ? PATIENCE.toNanos() : 0;
    var mine = new KindWatch.Beginning(new CompletableFuture<>(), System.nanoTime() + patience);
    boolean isMine =
        known == null
            ? watches.putIfAbsent(kind, mine) == null
            : watches.replace(kind, known, mine);
    if (isMine) {
      // Of its own: one kind that does not answer delays no other.
      Thread.startVirtualThread(() -> end(kind, mine));
      return mine;
    }
    return Optional.ofNullable(watches.get(kind)).orElse(mine);
  }

  private void end(Kind kind, KindWatch.Beginning beginning) {
    var result = begin(kind);
    if (!watches.replace(kind, beginning, result)
        && result instanceof KindWatch.Watched(var informer)) {
      informer.close();
    }
    beginning.end().complete(result);
  }

  private static boolean isWatched(CompletableFuture<KindWatch> end, long until) {
    try {
      return end.get(until - System.nanoTime(), TimeUnit.NANOSECONDS) instanceof KindWatch.Watched;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public Optional<Descendant> find(ObjectKey key) {
    return informer(key)
        .flatMap(informer -> informer.find(key.namespace(), key.name()))
        .filter(Descendant::hasContent);
  }

  @Override
  public List<Descendant> namedBy(PrimaryKey primary) {
    return owners.of(primary).stream()
        .flatMap(key -> find(key).stream())
        .filter(found -> found.owners().names(primary))
        .toList();
  }

  @Override
  public Departures departures() {
    return departures;
  }

  @Override
  public void offer(GenericKubernetesResource live) {
    var metadata = live.getMetadata();
    var namespace = Optional.ofNullable(metadata.getNamespace()).orElse("");
    var key = new ObjectKey(live.getApiVersion(), live.getKind(), namespace, metadata.getName());
    informer(key).ifPresent(informer -> informer.offer(live));
  }

  @Override
  public Optional<String> version(ObjectKey key) {
    return informer(key).flatMap(informer -> informer.version(key.namespace(), key.name()));
  }

  @Override
  public void retract(ObjectKey key, String version) {
    informer(key).ifPresent(informer -> informer.retract(key.namespace(), key.name(), version));
  }

  /**
   * Names the resources that have not been watched for longer than {@code longer}, although they
   * should be.
   */
  public Stream<String> silent(Duration longer) {
    return watches.values().stream()
        .flatMap(
            watch ->
                watch instanceof KindWatch.Watched(var informer)
                    ? informer.silent(longer)
                    : Stream.empty());
  }

  /**
   * Compares the objects of a kind again, after a change of its definition: the API server may
   * accept fields now that it dropped before.
   */
  public void reconsider(String group, String kind) {
    watches.forEach(
        (watched, watch) -> {
          if (watched.kind().equals(kind)
              && OwnerKeys.groupOf(watched.apiVersion()).equals(group)
              && watch instanceof KindWatch.Watched(var informer)) {
            informer.all().forEach(this::reconsider);
          }
        });
  }

  private void reconsider(Descendant object) {
    object.forgetProof();
    object.owners().keys().forEach(onChange);
  }

  /**
   * Ends the watches of kinds that the API server does not serve any more: they would fail for
   * ever, and count as {@link #silent}. When a kind returns, {@link #watch} begins again. Sends
   * requests, so an informer's thread must not call this method.
   */
  public void endUnserved() {
    watches.keySet().stream().filter(this::isUnserved).forEach(this::end);
  }

  /** Without an answer from the API server, a kind counts as served. */
  private boolean isUnserved(Kind kind) {
    try {
      return apis.find(kind.apiVersion(), kind.kind()).isEmpty();
    } catch (RuntimeException e) {
      log.debug("{} {} cannot be looked up: {}", kind.apiVersion(), kind.kind(), e.getMessage());
      return false;
    }
  }

  private void end(Kind kind) {
    if (watches.remove(kind) instanceof KindWatch.Watched(var informer)) {
      informer.close();
      // The watch may have ended before it delivered the deletions.
      informer.all().forEach(owners::removed);
      log.info(
          "{} {} is no longer served by this cluster, so its watch ends",
          kind.apiVersion(),
          kind.kind());
    }
  }

  @Override
  public void close() {
    for (var kind : List.copyOf(watches.keySet())) {
      if (watches.remove(kind) instanceof KindWatch.Watched(var informer)) {
        informer.close();
      }
    }
  }

  private Optional<ReducedInformer<GenericKubernetesResource, Descendant>> informer(ObjectKey key) {
    return watches.get(Kind.of(key)) instanceof KindWatch.Watched(var informer)
        ? Optional.of(informer)
        : Optional.empty();
  }

  private boolean isDueAgain(KindWatch watch) {
    return watch instanceof KindWatch.Refused(var at)
        && clock.instant().isAfter(at.plus(BEFORE_ASKING_AGAIN));
  }

  private KindWatch begin(Kind kind) {
    try {
      var api = apis.find(kind.apiVersion(), kind.kind());
      if (api.isPresent()) {
        var informer = informer(api.get());
        informer.start(FIRST_LISTING);
        return new KindWatch.Watched(informer);
      }
      log.warn("{} {} is not served by this cluster", kind.apiVersion(), kind.kind());
    } catch (RuntimeException e) {
      log.warn(
          "{} {} cannot be watched, its objects are read at each reconcile period instead: {}",
          kind.apiVersion(),
          kind.kind(),
          e.getMessage());
    }
    return new KindWatch.Refused(clock.instant());
  }

  private ReducedInformer<GenericKubernetesResource, Descendant> informer(
      ResourceDefinitionContext api) {
    return new ReducedInformer<>(
        client.genericKubernetesResources(api),
        labelSelector,
        api.isNamespaceScoped() ? namespaces : WatchedNamespaces.all(),
        () -> new ReducingStore<>(GenericKubernetesResource::new, Descendant::of, owners));
  }

  /**
   * Decides which changes of a descendant concern its primary: content, ownership and readiness do,
   * counters in status do not.
   */
  private record DescendantEvents(Departures departures, Consumer<PrimaryKey> onChange)
      implements ReducingStore.Listener<Descendant> {
    @Override
    public void added(Descendant now) {
      departures.arrived(now.key());
      now.owners().keys().forEach(onChange);
    }

    @Override
    public void changed(Descendant before, Descendant now) {
      now.follow(before);
      if (concerns(before, now)) {
        now.owners().keys().forEach(onChange);
      }
      if (!before.owners().equals(now.owners())) {
        before.owners().keys().forEach(onChange);
      }
    }

    @Override
    public void removed(Descendant last) {
      departures.left(last.key(), last.ending());
      last.owners().keys().forEach(onChange);
    }

    private static boolean concerns(Descendant before, Descendant now) {
      return !before.contentHash().equals(now.contentHash())
          || !before.readiness().equals(now.readiness());
    }
  }
}
