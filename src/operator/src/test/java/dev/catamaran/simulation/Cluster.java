package dev.catamaran.simulation;

import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The objects of a cluster, apart from primaries and release Secrets. Knows the owner references
 * and the garbage collector, and what the operator's informers have delivered. Each request of the
 * operator is one of {@link #read}, {@link #create}, {@link #patch} and {@link #delete}; people act
 * by {@link #edit}.
 */
final class Cluster {
  /** The value that the API server refuses in each object. */
  static final String REFUSED = "refused";

  /** The value of an object that never becomes ready. */
  static final String UNREADY = "unready";

  static final String OPERATOR_LABEL = "catamaran.dev/operator";
  static final String RELEASE = "meta.helm.sh/release-name";
  static final String POLICY = "helm.sh/resource-policy";
  static final String HOOK = "helm.sh/hook";

  /** Only for the simulator: another client removed the operator's marks. */
  private static final String DISOWNED = "disowned";

  /** Only for the simulator: the operator's Helm made it. */
  private static final String BY_HELM = "by helm";

  static final String PRIMARY = "operator-sdk/primary-resource";

  private final Network network;
  private final SortedMap<ObjectKey, Thing> live = new TreeMap<>(Cluster::compare);
  private final Map<ObjectKey, Thing> known = new HashMap<>();
  private final Losses losses;
  private long versions;

  /**
   * An object.
   *
   * @param born version in which it was created
   * @param owners uids of its owner references
   * @param value its content
   */
  record Thing(
      ObjectKey key,
      long born,
      long version,
      Set<String> owners,
      Map<String, String> labels,
      Map<String, String> annotations,
      String value) {
    Thing {
      owners = Set.copyOf(owners);
      labels = Map.copyOf(labels);
      annotations = Map.copyOf(annotations);
    }

    static Thing of(ObjectKey key, String value) {
      return new Thing(key, 0, 0, Set.of(), Map.of(), Map.of(), value);
    }

    Thing at(long bornIn, long newVersion) {
      return new Thing(key, bornIn, newVersion, owners, labels, annotations, value);
    }

    Thing named(String name) {
      var other = new ObjectKey(key.apiVersion(), key.kind(), key.namespace(), name);
      var copied = new HashMap<>(annotations);
      copied.remove(BY_HELM);
      return new Thing(other, 0, 0, owners, labels, copied, value);
    }

    Thing having(String newValue) {
      return new Thing(key, born, version, owners, labels, annotations, newValue);
    }

    Thing ownedBy(Set<String> uids) {
      return new Thing(key, born, version, uids, labels, annotations, value);
    }

    Thing labelled(Map<String, String> newLabels) {
      return new Thing(key, born, version, owners, newLabels, annotations, value);
    }

    Thing annotated(String name, String text) {
      var more = new HashMap<>(annotations);
      more.put(name, text);
      return new Thing(key, born, version, owners, labels, more, value);
    }

    Thing without(String annotation) {
      var fewer = new HashMap<>(annotations);
      fewer.remove(annotation);
      return new Thing(key, born, version, owners, labels, fewer, value);
    }

    /** Without the operator's marks, which another client removed. */
    Thing disowned() {
      return labelled(Map.of()).ownedBy(Set.of()).annotated(DISOWNED, "");
    }

    /** Whether only a revision can tell the operator of it. */
    boolean isDisowned() {
      return !namesPrimary() && annotations.containsKey(DISOWNED);
    }

    boolean isLabelled() {
      return labels.containsKey(OPERATOR_LABEL);
    }

    /** Whether it names a primary as its owner. There is one name only. */
    boolean namesPrimary() {
      return !owners.isEmpty() || annotations.containsKey(PRIMARY);
    }

    /** Whether it has Helm's marks of the release. */
    boolean isOfRelease() {
      return annotations.containsKey(RELEASE);
    }

    /** Whether it has any mark; the engine deletes nothing without one. */
    boolean hasMarks() {
      return isOfRelease() || namesPrimary() || isLabelled();
    }

    boolean isKept() {
      return "keep".equals(annotations.get(POLICY));
    }

    /** As Helm creates it: the field manager shows it. */
    Thing byHelm() {
      return annotated(BY_HELM, "");
    }

    boolean isMadeByHelm() {
      return annotations.containsKey(BY_HELM);
    }

    boolean isHook() {
      return annotations.containsKey(HOOK);
    }

    boolean hasContentOf(Thing other) {
      return owners.equals(other.owners)
          && labels.equals(other.labels)
          && annotations.equals(other.annotations)
          && value.equals(other.value);
    }
  }

  Cluster(Network network, Losses losses) {
    this.network = network;
    this.losses = losses;
  }

  private static int compare(ObjectKey one, ObjectKey other) {
    int byName = one.name().compareTo(other.name());
    return byName != 0 ? byName : one.kind().compareTo(other.kind());
  }

  Optional<Thing> read(ObjectKey key) {
    network.reach("get " + key);
    return find(key);
  }

  /** Reads an object into the memory of the informers. */
  void readAgain(ObjectKey key) {
    network.reach("get " + key);
    offer(key);
  }

  void create(Thing thing) {
    network.add("create " + thing.key());
    accept(thing);
    if (live.containsKey(thing.key())) {
      throw new KubernetesClientException(thing.key() + " already exists", 409, null);
    }
    store(thing.at(versions + 1, 0));
    network.done();
    offer(thing.key());
  }

  /** Patches an object, if it exists; a patch without an effect makes no new version. */
  Optional<Thing> patch(ObjectKey key, UnaryOperator<Thing> change) {
    if (read(key).isEmpty()) {
      return Optional.empty();
    }
    network.add("patch " + key);
    var before = find(key);
    if (before.isPresent()) {
      var after = change.apply(before.get());
      accept(after);
      if (!after.hasContentOf(before.get())) {
        store(after);
      }
    }
    network.done();
    offer(key);
    return find(key);
  }

  /** Deletes an object if it is the meant one, after a look at it. */
  boolean delete(ObjectKey key, Predicate<Thing> isMeant, Losses.By by) {
    if (read(key).filter(isMeant).isEmpty()) {
      return false;
    }
    network.add("delete " + key);
    find(key).filter(isMeant).ifPresent(thing -> remove(thing, by));
    network.done();
    offer(key);
    return true;
  }

  static void accept(Thing thing) {
    if (thing.value().equals(REFUSED)) {
      throw new KubernetesClientException(
          "%s \"%s\" is invalid: value: Invalid value: \"%s\": not accepted"
              .formatted(thing.key().kind(), thing.key().name(), REFUSED),
          422,
          null);
    }
  }

  private void store(Thing thing) {
    versions++;
    live.put(thing.key(), thing.at(thing.born(), versions));
  }

  /** With a definition go its objects, whatever they say: they are judged with it. */
  private void remove(Thing thing, Losses.By by) {
    live.remove(thing.key());
    losses.of(thing, by);
    if (thing.key().kind().equals(Rendering.DEFINITION)) {
      live.keySet().removeIf(other -> other.kind().equals(Rendering.DEFINED));
    }
  }

  /** Another client changes an object, if it exists. */
  void edit(ObjectKey key, UnaryOperator<Thing> change) {
    find(key).map(change).ifPresent(this::store);
  }

  /** Another client makes an object, or makes it again. */
  void put(Thing thing) {
    versions++;
    store(thing.at(versions, 0));
  }

  /** Another client deletes an object. */
  void remove(ObjectKey key) {
    live.remove(key);
  }

  /** Deletes each object with owners of which none exists any more. */
  void collect(Set<String> uids) {
    var collected =
        live.values().stream()
            .filter(thing -> !thing.owners().isEmpty())
            .filter(thing -> thing.owners().stream().noneMatch(uids::contains))
            .toList();
    collected.forEach(thing -> live.remove(thing.key()));
    losses.collected(collected);
  }

  /** The informers see all changes of objects with the operator's label. */
  void deliver() {
    known.clear();
    live.values().stream().filter(Thing::isLabelled).forEach(t -> known.put(t.key(), t));
  }

  private void offer(ObjectKey key) {
    find(key)
        .filter(Thing::isLabelled)
        .ifPresentOrElse(thing -> known.put(key, thing), () -> known.remove(key));
  }

  /** The time for a Secret that is created now: each change takes a second. */
  Instant now() {
    return Instant.ofEpochSecond(versions);
  }

  Optional<Thing> find(ObjectKey key) {
    return Optional.ofNullable(live.get(key));
  }

  Optional<Thing> known(ObjectKey key) {
    return Optional.ofNullable(known.get(key));
  }

  Collection<Thing> known() {
    return List.copyOf(known.values());
  }

  Collection<Thing> all() {
    return List.copyOf(live.values());
  }
}
