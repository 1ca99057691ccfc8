package dev.catamaran.simulation;

import static dev.catamaran.simulation.Cluster.OPERATOR_LABEL;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.AttemptKey;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.Revision.Seal;
import dev.catamaran.release.Revision.Tests;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import dev.catamaran.release.Seals;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.simulation.Cluster.Thing;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Helm's rules (Helm, pkg/action and pkg/kube): what it stores when, which objects it makes,
 * changes and deletes, and what it only logs. It is the operator's own engine; a person's Helm is
 * {@link PersonsHelm}.
 */
final class SimulatedHelm implements HelmEngine, EngineCalls {
  static final ReleaseKey RELEASE = new ReleaseKey("shop", "cache");

  /** Every revision that an attempt of the operator stores has it. */
  private static final Seal OF_OPERATOR = Seals.by(AttemptKey.ofThisProcess(), "content");

  private static final String INSTALL = "Release";

  private final Network network;
  private final MemoryReleaseStore store;
  private final Cluster cluster;
  private final Losses losses;
  private List<Revision> forgotten = List.of();
  private Optional<Instant> began = Optional.empty();
  private Optional<Instant> returned = Optional.empty();
  private final Set<ObjectKey> left = new HashSet<>();
  private int made;

  /** The objects and hooks of a revision, and the input that it is made from. */
  record Content(
      Origin origin, Manifest manifest, Manifest hooks, Optional<OwnershipMarks> marks) {}

  SimulatedHelm(Network network, MemoryReleaseStore store, Cluster cluster, Losses losses) {
    this.network = network;
    this.store = store;
    this.cluster = cluster;
    this.losses = losses;
  }

  /** A new process knows of no call. */
  void restart() {
    began = Optional.empty();
    returned = Optional.empty();
  }

  /** The number of revisions that it deployed. */
  int made() {
    return made;
  }

  /** What an upgrade dropped and could not delete: Helm only logs that, and no revision has it. */
  Set<ObjectKey> left() {
    return left;
  }

  @Override
  public boolean isRunning(ReleaseKey release) {
    return false;
  }

  @Override
  public boolean hasReturned(ReleaseKey release, Instant at) {
    return began.filter(then -> !then.isAfter(at)).isPresent()
        && returned.filter(then -> !then.isBefore(at)).isPresent();
  }

  @Override
  public Result run(HelmCall call) {
    network.tell("  helm " + call.getClass().getSimpleName());
    began = Optional.of(network.clock().instant());
    forgotten = List.of();
    try {
      return switch (call) {
        case HelmCall.Install installation -> {
          forgotten = installation.forgotten();
          yield install(installation.desired());
        }
        case HelmCall.Upgrade upgrade -> {
          forgotten = upgrade.forgotten();
          yield upgrade(rendered(upgrade.desired()), false);
        }
        case HelmCall.Rollback rollback -> upgrade(copied(rollback), true);
        case HelmCall.Compare ignored -> Result.OTHER;
        case HelmCall.Test ignored -> Result.DONE;
        case HelmCall.Uninstall ignored -> uninstall();
      };
    } catch (KubernetesClientException e) {
      throw new EngineException(failure(e));
    } finally {
      returned = Optional.of(network.clock().instant());
    }
  }

  private static EngineFailure failure(KubernetesClientException e) {
    var message = String.valueOf(e.getMessage());
    return switch (e.getCode()) {
      case 403 -> Kind.FORBIDDEN.of(message);
      case 409, 422 -> Kind.REJECTED.of(message);
      default -> Kind.UNREACHABLE.of(message);
    };
  }

  private static EngineException rejected(String text) {
    return new EngineException(Kind.REJECTED.of(text));
  }

  private static EngineException nothingDeployed() {
    return new EngineException(Kind.IN_THE_WAY.of("\"cache\" has no deployed releases"));
  }

  private static Content rendered(DesiredRelease desired) {
    var values = desired.values().toTree();
    if (Rendering.flaw(values).equals("render")) {
      throw new EngineException(Kind.UNRENDERABLE.of("x.yaml: nil pointer"));
    }
    return new Content(
        desired.origin(),
        Rendering.manifest(desired.chart().digest(), values),
        Rendering.hooks(values),
        desired.marks());
  }

  private static Content copied(HelmCall.Rollback call) {
    var origin =
        new Origin(
            call.desired().primary(),
            call.target().origin().map(Origin::inputDigest).orElse(""),
            OptionalInt.of(call.restored()),
            call.desired().request());
    return new Content(
        origin, call.target().manifest(), call.target().hooks(), call.desired().marks());
  }

  private Result install(DesiredRelease desired) {
    network.reach("helm history");
    if (!store.readable().isEmpty()) {
      throw rejected("cannot re-use a name that is still in use");
    }
    var content = rendered(desired);
    var wanted = Rendering.things(content.manifest());
    refuseOthers(wanted, "install");
    var pending = pending(content, 1, RevisionStatus.PENDING_INSTALL);
    return finish(pending, content, List.of(), Optional.empty(), INSTALL);
  }

  private Result upgrade(Content content, boolean isRollback) {
    network.reach("helm history");
    var newest = newest();
    if (newest.isEmpty()) {
      throw nothingDeployed();
    }
    if (newest.get().status().isPending()) {
      throw new EngineException(Kind.LOCKED.of("another operation is in progress"));
    }
    var current = current(newest.get(), isRollback);
    var before =
        current.status() == RevisionStatus.UNINSTALLED
            ? List.<Thing>of()
            : Rendering.things(current.manifest());
    var known = before.stream().map(Thing::key).collect(Collectors.toSet());
    refuseOthers(
        Rendering.things(content.manifest()).stream()
            .filter(thing -> !known.contains(thing.key()))
            .toList(),
        "update");
    var pending = pending(content, newest.get().number() + 1, RevisionStatus.PENDING_UPGRADE);
    return finish(pending, content, before, Optional.of(current), "Upgrade");
  }

  /**
   * The revision that Helm compares with (Helm, pkg/action/upgrade.go, prepareUpgrade). Only a
   * rollback goes on from what was uninstalled.
   */
  private Revision current(Revision newest, boolean isRollback) {
    if (newest.status() == RevisionStatus.DEPLOYED) {
      return newest;
    }
    var deployed =
        store.readable().reversed().stream()
            .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
            .findFirst();
    boolean mayReplace =
        newest.status() == RevisionStatus.FAILED
            || newest.status() == RevisionStatus.SUPERSEDED
            || (isRollback && newest.status() == RevisionStatus.UNINSTALLED);
    return deployed
        .or(() -> Optional.of(newest).filter(revision -> mayReplace))
        .orElseThrow(SimulatedHelm::nothingDeployed);
  }

  private void refuseOthers(List<Thing> created, String operation) {
    for (var thing : created) {
      if (cluster.read(thing.key()).filter(found -> !found.isOfRelease()).isPresent()) {
        throw new EngineException(
            Kind.IN_THE_WAY.of(
                "Unable to continue with %s: %s \"%s\" in namespace \"shop\" exists and cannot be imported into the current release"
                    .formatted(operation, thing.key().kind(), thing.key().name())));
      }
    }
  }

  private Revision pending(Content content, int number, RevisionStatus status) {
    network.add("helm creates revision " + number);
    if (store.isStored(number)) {
      // It is damaged, and Helm does not see it.
      throw new EngineException(
          Kind.UNREACHABLE.of("secrets \"cache.v%d\" already exists".formatted(number)));
    }
    var stored =
        store.put(
            Revisions.sealed(
                revision(
                    number,
                    status,
                    Optional.of(content.origin()),
                    content.manifest(),
                    content.hooks(),
                    network.clock().instant(),
                    cluster.now(),
                    "Preparing"),
                OF_OPERATOR));
    network.done();
    return stored;
  }

  private Result finish(
      Revision pending,
      Content content,
      List<Thing> before,
      Optional<Revision> replaced,
      String operation) {
    var wanted = Rendering.things(content.manifest());
    try {
      if (content.origin().literalOf().isPresent()) {
        // A rollback is rehearsed.
        wanted.forEach(Cluster::accept);
      }
      if (operation.equals(INSTALL)) {
        runHooks(content.hooks(), "pre-install");
      }
      if (operation.equals(INSTALL) && wanted.stream().noneMatch(this::exists)) {
        createAll(wanted, content.marks());
      } else {
        apply(wanted, content.marks(), before);
      }
      losses.applied(wanted, content.origin().literalOf().isPresent());
      deleteOthers(wanted, before);
      deleteTried(content, before);
      if (operation.equals(INSTALL)) {
        runHooks(content.hooks(), "post-install");
      }
    } catch (KubernetesClientException e) {
      record(
          pending.number(),
          "failed",
          () -> store.put(Revisions.failed(store.get(pending.number()), operation, failure(e))));
      throw e;
    }
    replaced
        .filter(old -> isStored(old.number()))
        .ifPresent(old -> record(old.number(), RevisionStatus.SUPERSEDED, old.description()));
    if (record(pending.number(), RevisionStatus.DEPLOYED, operation + " complete")) {
      made++;
    }
    return Result.DONE;
  }

  /** Changes a stored revision; Helm only logs a failure. */
  private boolean record(int number, RevisionStatus status, String description) {
    return record(number, status.helmName(), () -> store.mark(number, status, description));
  }

  private boolean record(int number, String status, Runnable write) {
    try {
      network.add("helm marks revision " + number + " as " + status);
      if (isStored(number)) {
        write.run();
      }
      network.done();
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private boolean isStored(int number) {
    return store.readable().stream().anyMatch(revision -> revision.number() == number);
  }

  /** Without another policy, Helm deletes a hook before it makes it again. */
  private void runHooks(Manifest hooks, String event) {
    for (var hook : Rendering.things(hooks)) {
      if (event.equals(hook.annotations().get(Cluster.HOOK))) {
        if (!hook.annotations().containsKey(Rendering.DELETE_POLICY)) {
          cluster.delete(hook.key(), found -> true, Losses.By.HOOK_POLICY);
        }
        cluster.create(hook.byHelm());
      }
    }
  }

  private boolean exists(Thing thing) {
    return cluster.find(thing.key()).isPresent();
  }

  /** An installation that takes over nothing tries all objects, and fails at the end. */
  private void createAll(List<Thing> wanted, Optional<OwnershipMarks> marks) {
    Optional<KubernetesClientException> first = Optional.empty();
    for (var thing : wanted) {
      try {
        apply(List.of(thing), marks, List.of());
      } catch (KubernetesClientException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }

  /** After a refused patch Helm goes on with the next object, after a refused creation it ends. */
  private void apply(List<Thing> wanted, Optional<OwnershipMarks> marks, List<Thing> before) {
    Optional<KubernetesClientException> refused = Optional.empty();
    for (var thing : wanted) {
      var old = before.stream().filter(b -> b.key().equals(thing.key())).findFirst();
      var complete = Rendering.isMarked(thing) ? marked(thing, marks) : thing;
      var found = cluster.read(thing.key());
      if (found.isEmpty()) {
        losses.making(thing.key());
        cluster.create(complete.byHelm());
      } else if (!updated(found.get(), complete, old).hasContentOf(found.get())) {
        try {
          cluster.patch(thing.key(), now -> updated(now, complete, old));
        } catch (KubernetesClientException e) {
          if (e.getCode() != 422) {
            throw e;
          }
          refused = refused.or(() -> Optional.of(e));
        }
      }
    }
    if (refused.isPresent()) {
      throw refused.get();
    }
  }

  private void deleteOthers(List<Thing> wanted, List<Thing> before) {
    var keys = wanted.stream().map(Thing::key).collect(Collectors.toSet());
    for (var old : before) {
      if (!keys.contains(old.key())) {
        deleteQuietly(old);
      }
    }
  }

  /** The engine removes what only forgotten and failed attempts since the last success made. */
  private void deleteTried(Content content, List<Thing> before) {
    var kept =
        Stream.of(Rendering.things(content.manifest()), Rendering.things(content.hooks()), before)
            .flatMap(List::stream)
            .map(Thing::key)
            .collect(Collectors.toSet());
    var attempts =
        Stream.concat(
                store.readable().reversed().stream()
                    .takeWhile(SimulatedHelm::isNoSuccess)
                    .filter(revision -> revision.status() == RevisionStatus.FAILED),
                forgotten.stream())
            .toList();
    for (var attempt : attempts) {
      Rendering.things(attempt.manifest()).stream()
          .map(Thing::key)
          .filter(key -> !kept.contains(key))
          .forEach(
              key ->
                  cluster.delete(
                      key, found -> SimulatedObjects.isMade(found, attempt), Losses.By.OPERATOR));
    }
  }

  private static boolean isNoSuccess(Revision revision) {
    return revision.status() != RevisionStatus.DEPLOYED
        && revision.status() != RevisionStatus.SUPERSEDED;
  }

  private static Thing marked(Thing thing, Optional<OwnershipMarks> marks) {
    return marks
        .map(
            m ->
                thing
                    .labelled(Map.of(OPERATOR_LABEL, m.operator()))
                    .ownedBy(Set.of(m.primary().uid())))
        .orElse(thing);
  }

  /**
   * Helm's merge patch of a custom object has only what differs between the two manifests; that of
   * other objects also undoes drift. One that Helm takes over gets the content of the chart, since
   * the engine compares it with nothing. Owner references merge by uid.
   */
  private static Thing updated(Thing found, Thing wanted, Optional<Thing> old) {
    boolean isCustom = Set.of("Widget", Rendering.DEFINED).contains(wanted.key().kind());
    // The engine removes the policy of an earlier revision.
    var now = old.isEmpty() && !wanted.isKept() ? found.without(Cluster.POLICY) : found;
    boolean isChanged = old.filter(before -> before.value().equals(wanted.value())).isEmpty();
    var updated = isCustom && !isChanged ? now : now.having(wanted.value());
    for (var annotation : wanted.annotations().entrySet()) {
      updated = updated.annotated(annotation.getKey(), annotation.getValue());
    }
    // What only the old manifest has, Helm takes away: also the marks of one that is kept now.
    for (var annotation : old.map(Thing::annotations).orElse(Map.of()).keySet()) {
      if (!wanted.annotations().containsKey(annotation)) {
        updated = updated.without(annotation);
      }
    }
    if (wanted.isLabelled()) {
      return updated.labelled(wanted.labels()).ownedBy(wanted.owners());
    }
    return old.filter(Rendering::isMarked).isPresent()
        ? updated.labelled(Map.of()).ownedBy(Set.of())
        : updated;
  }

  /** An upgrade only logs that it could not delete an object. */
  private void deleteQuietly(Thing old) {
    try {
      cluster.delete(old.key(), found -> !found.isKept() && found.hasMarks(), Losses.By.UPGRADE);
    } catch (KubernetesClientException e) {
      network.tell("    helm leaves " + old.key());
      left.add(old.key());
    }
  }

  private Result uninstall() {
    network.reach("helm history");
    var newest = newest();
    if (newest.isEmpty()) {
      return Result.NO_RELEASE;
    }
    var removed = newest.get();
    if (removed.status() == RevisionStatus.UNINSTALLED) {
      return purge();
    }
    try {
      network.add("helm marks revision " + removed.number() + " as uninstalling");
      store.put(at(network.clock().instant(), removed, RevisionStatus.UNINSTALLING));
      network.done();
    } catch (KubernetesClientException e) {
      network.tell("    helm goes on");
    }
    var failures =
        Rendering.things(removed.manifest()).reversed().stream()
            .filter(thing -> !thing.isKept())
            .filter(thing -> !isDeleted(thing))
            .toList();
    if (!failures.isEmpty()) {
      throw new EngineException(
          Kind.UNREACHABLE.of("failed to delete release: ConfigMap/cache: simulated"));
    }
    return purge();
  }

  private Result purge() {
    for (var revision : store.readable()) {
      network.add("helm deletes revision " + revision.number());
      store.deleteAt(revision.number());
      network.done();
    }
    return Result.DONE;
  }

  private boolean isDeleted(Thing thing) {
    try {
      cluster.delete(
          thing.key(),
          found -> !found.isKept() && (found.isOfRelease() || found.namesPrimary()),
          Losses.By.UNINSTALL);
      part(thing.key());
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  /** What a person keeps has no owner any more. */
  private void part(ObjectKey key) {
    if (cluster.find(key).filter(Thing::isKept).filter(Thing::namesPrimary).isPresent()) {
      network.add("helm ends the ownership of " + key);
      cluster.edit(key, found -> found.ownedBy(Set.of()));
      network.done();
    }
  }

  private Optional<Revision> newest() {
    var all = store.readable();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  static Revision revision(
      int number,
      RevisionStatus status,
      Optional<Origin> origin,
      Manifest manifest,
      Manifest hooks,
      Instant at,
      Instant storedAt,
      String description) {
    return new Revision(
        RELEASE,
        number,
        status,
        origin,
        Optional.empty(),
        at,
        storedAt,
        new ChartVersion("cache", "0.1.0", "1"),
        description,
        Optional.empty(),
        "",
        Tests.NONE,
        manifest,
        hooks,
        Integer.toHexString((origin + " " + Rendering.things(manifest)).hashCode()),
        Seal.NONE,
        SecretTexts.none(),
        "",
        Map.of());
  }

  private static Revision at(Instant time, Revision revision, RevisionStatus status) {
    return new Revision(
        revision.release(),
        revision.number(),
        status,
        revision.origin(),
        revision.ownerUid(),
        time,
        revision.storedAt(),
        revision.chart(),
        "Deletion in progress (or silently failed)",
        Optional.empty(),
        revision.notes(),
        revision.tests(),
        revision.manifest(),
        revision.hooks(),
        revision.digest(),
        revision.seal(),
        revision.secrets(),
        revision.version(),
        revision.ended());
  }
}
