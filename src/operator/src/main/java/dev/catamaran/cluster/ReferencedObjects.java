package dev.catamaran.cluster;

import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Account;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The Secrets and ConfigMaps that primaries refer to. Each is watched by its name while a primary
 * refers to it, as a kubelet does for its pods. So no other Secret is read, the right can be
 * granted for single names, and there is no request between two changes.
 */
public final class ReferencedObjects implements AutoCloseable {
  /** Memory of the heap for each watched object. Its thread and connection take twice as much. */
  private static final int MEMORY = 192 << 10;

  /** Maximum number of watched objects, in all namespaces. */
  static final int MOST = Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY, 200, 20_000);

  private static final int SHARE_OF_HEAP = 8;

  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  private final Function<Account, KubernetesClient> clients;
  private final Consumer<PrimaryKey> onChange;
  private final int most;
  private final Map<Wanted, Reference> references = new ConcurrentHashMap<>();
  private final Map<PrimaryKey, Set<Wanted>> wanted = new ConcurrentHashMap<>();
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final AtomicInteger all = new AtomicInteger();
  private final ContentBudget budget =
      new ContentBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);

  /** An object, read with the rights of an account. */
  private record Wanted(Account account, ObjectKey object) {}

  /**
   * Starts without watches.
   *
   * @param clients act with the rights of an account
   * @param onChange called, on an informer's thread, with each primary that refers to a created,
   *     changed or deleted object
   */
  public ReferencedObjects(
      Function<Account, KubernetesClient> clients, Consumer<PrimaryKey> onChange) {
    this(clients, onChange, MOST);
  }

  /** The same, with another number of watched objects, of which a namespace may have half. */
  ReferencedObjects(
      Function<Account, KubernetesClient> clients, Consumer<PrimaryKey> onChange, int most) {
    this.clients = clients;
    this.onChange = onChange;
    this.most = most;
  }

  public static ObjectKey secret(String namespace, String name) {
    return new ObjectKey("v1", "Secret", namespace, name);
  }

  public static ObjectKey configMap(String namespace, String name) {
    return new ObjectKey("v1", "ConfigMap", namespace, name);
  }

  /**
   * Replaces the references of {@code primary} with these objects.
   *
   * @param account the watches use its rights; the loss of a right takes effect when the watch
   *     starts again
   * @throws TooManyReferencesException if the namespace has too many; then the primary refers to no
   *     more of them
   * @throws RuntimeException if one cannot be watched: the API server refuses, or does not answer
   */
  public void refer(PrimaryKey primary, Account account, Set<ObjectKey> objects) {
    refer(
        primary,
        objects.stream()
            .map(object -> new Wanted(account, object))
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  public void forget(PrimaryKey primary) {
    refer(primary, Set.of());
  }

  private void refer(PrimaryKey primary, Set<Wanted> objects) {
    var before = wanted.getOrDefault(primary, Set.of());
    if (before.equals(objects) && objects.stream().allMatch(this::isRead)) {
      return;
    }
    // Keeps both sets, in case of a failed watch: then the next call knows all references.
    wanted.put(primary, union(before, objects));
    for (var object : objects) {
      watch(object, primary);
    }
    before.stream().filter(object -> !objects.contains(object)).forEach(o -> release(o, primary));
    if (objects.isEmpty()) {
      wanted.remove(primary);
    } else {
      wanted.put(primary, Set.copyOf(objects));
    }
  }

  private boolean isRead(Wanted object) {
    var known = references.get(object);
    return known != null && !known.isLeftOut();
  }

  private static Set<Wanted> without(Set<Wanted> all, Wanted one) {
    return all.stream().filter(other -> !other.equals(one)).collect(Collectors.toSet());
  }

  private static Set<Wanted> union(Set<Wanted> some, Set<Wanted> others) {
    var union = new HashSet<>(some);
    union.addAll(others);
    return union;
  }

  /**
   * Returns the content of an object that a primary refers to with the rights of {@code account};
   * empty if the object does not exist.
   *
   * @throws TooManyReferencesException if it is too large, beside those of other primaries
   */
  public Optional<Content> find(Account account, ObjectKey object) {
    return Optional.ofNullable(references.get(new Wanted(account, object)))
        .flatMap(Reference::content);
  }

  @Override
  public void close() {
    references.values().forEach(Reference::close);
  }

  private void release(Wanted object, PrimaryKey primary) {
    references.computeIfPresent(
        object,
        (key, known) -> {
          var left = known.without(primary);
          if (left == null) {
            uncount(key.object().namespace());
          }
          return left;
        });
  }

  /** Starts a watch outside the map's lock: a slow start delays only the primaries that want it. */
  private void watch(Wanted object, PrimaryKey primary) {
    try {
      var reference =
          references.compute(
              object, (key, known) -> (known == null ? admitted(key.object()) : known).by(primary));
      reference.start(
          () -> watched(clients.apply(object.account()), object.object(), reference),
          FIRST_LISTING);
    } catch (RuntimeException e) {
      release(object, primary);
      wanted.computeIfPresent(primary, (key, all) -> without(all, object));
      throw e;
    }
  }

  private Reference admitted(ObjectKey key) {
    var namespace = key.namespace();
    boolean isNamespaceFull = counts.merge(namespace, 1, Integer::sum) > most / 2;
    if (all.incrementAndGet() > most || isNamespaceFull) {
      uncount(namespace);
      throw isNamespaceFull
          ? TooManyReferencesException.inNamespace(key, most / 2)
          : TooManyReferencesException.inAll(key, most);
    }
    return new Reference(key, budget, onChange);
  }

  private void uncount(String namespace) {
    counts.computeIfPresent(namespace, (name, count) -> count == 1 ? null : count - 1);
    all.decrementAndGet();
  }

  private ReducedInformer<?, Optional<Content>> watched(
      KubernetesClient client, ObjectKey key, Reference reference) {
    return switch (key.kind()) {
      case "Secret" ->
          ReducedInformer.ofOne(
              client.secrets().inNamespace(key.namespace()).withName(key.name()),
              new ReducingStore<>(
                  Secret::new, found -> reference.admitted(Content.of(found)), reference));
      case "ConfigMap" ->
          ReducedInformer.ofOne(
              client.configMaps().inNamespace(key.namespace()).withName(key.name()),
              new ReducingStore<>(
                  ConfigMap::new, found -> reference.admitted(Content.of(found)), reference));
      default -> throw new IllegalArgumentException(key + " can hold no values");
    };
  }

  /** Primaries refer to so many objects that no other one is watched. */
  public static final class TooManyReferencesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private TooManyReferencesException(
        ObjectKey object, String others, String where, String remedy) {
      super(
          "%s %s is not read: custom resources already take values from %s of %s, and the operator's memory allows no more; %s, or give the operator more memory"
              .formatted(object.kind(), object.name(), others, where, remedy));
    }

    static TooManyReferencesException inNamespace(ObjectKey object, int most) {
      return of(object, most, "namespace " + object.namespace());
    }

    static TooManyReferencesException inAll(ObjectKey object, int most) {
      return of(object, most, "all namespaces");
    }

    private static TooManyReferencesException of(ObjectKey object, int most, String where) {
      return new TooManyReferencesException(
          object, most + " Secrets and ConfigMaps", where, "keep more values in one object");
    }

    static TooManyReferencesException tooLarge(ObjectKey object) {
      return new TooManyReferencesException(
          object, "large objects", "namespace " + object.namespace(), "make them smaller");
    }
  }
}
