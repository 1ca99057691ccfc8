package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.ReleaseRequest;
import dev.catamaran.engine.ReleaseRequest.Edit;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Ending;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The revisions as Helm keeps them: one Secret each (Helm, pkg/storage/driver/secrets.go). One
 * informer watches all that are not superseded; it keeps the {@link Revision} alone. The engine
 * writes them, through Helm's driver, with the operator's own rights.
 *
 * <p>After {@link #start}, {@link #known} has each readable revision in the namespaces of the
 * manager that is not superseded, at least as new as the last edit from here. {@link #refresh} asks
 * the API server for all of a release, with superseded ones.
 *
 * <p>An edit is of the version that was read. If another client changed that since, or made a newer
 * revision where the newest is meant, nothing is stored, and the edit returns false. A refusal by
 * the API server or the engine is an {@code EngineException}, that of a listing a {@link
 * KubernetesClientException}. If revisions are stored and none can be read, {@link
 * UnreadableReleaseException} names a Secret to restore or to delete.
 *
 * <p>Everybody with write access to Secrets can store a revision. So before its content decides
 * anything, the caller asks {@code TrustedRevisions} whether the operator stored it. Edits that
 * change its digest (those with {@code first}) go through {@code TrustedRevisions.edit}: the status
 * names the edited revision before it is stored. After a call of Helm, the caller refreshes, since
 * the watch may be late.
 */
public class SecretReleaseStore implements ReleaseStore, AutoCloseable {
  private static final String LIVE_REVISIONS = "owner=helm,status!=superseded";

  /** Name of a revision's Secret (Helm, pkg/storage/storage.go). */
  private static final Pattern NAME =
      Pattern.compile("sh\\.helm\\.release\\.v1\\..+\\.v(\\d{1,9})");

  private static final Duration FIRST_LISTING = Duration.ofMinutes(1);

  private final DecodedSecrets decoded = new DecodedSecrets();
  private final SecretRequests secrets;
  private final ChartEngine engine;
  private final KubernetesSerialization serialization;
  private final ReducedInformer<Secret, Optional<Revision>> live;
  private final RevisionIndex index;

  /**
   * Creates an empty store.
   *
   * @param client its rights apply
   * @param engine writes revisions
   * @param namespaces the namespaces of releases
   * @param onChange receives each changed revision, on the informer's thread
   */
  public SecretReleaseStore(
      KubernetesClient client,
      ChartEngine engine,
      WatchedNamespaces namespaces,
      Consumer<Revision> onChange) {
    this.secrets = new SecretRequests(client);
    this.index = new RevisionIndex(onChange);
    this.engine = engine;
    this.serialization = client.getKubernetesSerialization();
    this.live =
        new ReducedInformer<>(
            client.resources(Secret.class),
            LIVE_REVISIONS,
            namespaces,
            () -> new ReducingStore<>(Secret::new, decoded::of, index));
  }

  /**
   * Fills the store and keeps it up to date until closed. Returns when all existing revisions are
   * known.
   */
  public void start() {
    live.start(FIRST_LISTING);
  }

  /** Returns the parts that have not been watched for longer than that, although they should be. */
  public Stream<String> silent(Duration longer) {
    return live.silent(longer);
  }

  @Override
  public void close() {
    live.close();
  }

  @Override
  public History known(ReleaseKey release) {
    return index.history(release);
  }

  @Override
  public String seen(ReleaseKey release) {
    return live.seen(release.namespace()).orElse("");
  }

  @Override
  public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
    return index.releasesOf(primary);
  }

  /** Returns all revisions with an identity: the manager's releases at its start. */
  public List<Revision> allOfOurs() {
    return index.all().filter(revision -> revision.origin().isPresent()).toList();
  }

  @Override
  public History refresh(ReleaseKey release) {
    var listing = secrets.of(release);
    var stored = listing.secrets();
    var found = new ArrayList<Revision>();
    for (var secret : stored) {
      var revision = decoded.of(secret);
      revision.ifPresent(found::add);
      if (revision.filter(r -> r.status() != RevisionStatus.SUPERSEDED).isPresent()) {
        live.offer(secret);
      }
    }
    forgetAllBut(found, release, listing.version());
    if (found.isEmpty() && !stored.isEmpty()) {
      throw unreadable(stored.getLast());
    }
    return new History(found);
  }

  /** Takes the revision of the engine's answer, which is known. */
  @Override
  public History refreshInstalled(ReleaseKey release) {
    var known = known(release);
    return isInstalled(known) ? known : refresh(release);
  }

  /** Learns what the engine stored. */
  public void noteStored(JsonNode secret) {
    live.offer(serialization.convertValue(secret, Secret.class));
  }

  private static boolean isInstalled(History history) {
    return history
        .latest()
        .filter(revision -> revision.number() == 1)
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .isPresent();
  }

  /** Helm has deleted all that was stored. */
  @Override
  public History refreshUninstalled(ReleaseKey release) {
    for (var revision : known(release).revisions()) {
      live.forget(release.namespace(), secretName(revision));
    }
    return History.none();
  }

  private static UnreadableReleaseException unreadable(Secret secret) {
    return new UnreadableReleaseException(
        problem(secret) + "; restore it, or delete it so that the release is stored again");
  }

  private static String problem(Secret secret) {
    try {
      return HelmReleaseCodec.decode(secret).release() + " can be read";
    } catch (UncheckedIOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void forgetAllBut(List<Revision> found, ReleaseKey release, String version) {
    var kept =
        found.stream()
            .filter(r -> r.status() != RevisionStatus.SUPERSEDED)
            .map(Revision::number)
            .toList();
    for (var known : index.history(release).revisions()) {
      if (!kept.contains(known.number())) {
        live.retract(release.namespace(), secretName(known), version);
      }
    }
  }

  @Override
  public boolean fail(Revision revision, String why) {
    return revise(revision, status(RevisionStatus.FAILED, why), /* newest= */ true);
  }

  @Override
  public boolean markDeployed(Revision revision) {
    var deployed = status(RevisionStatus.DEPLOYED, revision.description());
    return revise(revision, deployed, /* newest= */ false);
  }

  @Override
  public boolean supersede(Revision revision) {
    var superseded = status(RevisionStatus.SUPERSEDED, revision.description());
    var stored = edited(revision, superseded, /* newest= */ false, /* dryRun= */ false);
    stored.ifPresent(
        secret ->
            live.retract(
                revision.release().namespace(),
                secretName(revision),
                secret.getMetadata().getResourceVersion()));
    return stored.isPresent();
  }

  private static Edit status(RevisionStatus status, String description) {
    return new Edit.Status(status.helmName(), description);
  }

  @Override
  public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
    revise(revision, new Edit.Noted(EndedObjects.write(ended)), /* newest= */ false);
  }

  @Override
  public boolean forget(Revision revision, Predicate<ObjectKey> isMeant, Consumer<Revision> first) {
    var forgotten =
        Stream.of(revision.manifest(), revision.hooks())
            .flatMap(manifest -> manifest.readable().stream())
            .map(ManifestObject::key)
            .filter(isMeant)
            .map(
                key ->
                    "%s %s %s/%s"
                        .formatted(key.apiVersion(), key.kind(), key.namespace(), key.name()))
            .toList();
    return revise(revision, new Edit.Forget(forgotten), first);
  }

  @Override
  public boolean confirm(Revision current, Revision.Origin origin, Consumer<Revision> first) {
    return revise(current, new Edit.Annotations(ChartAnnotations.whole(origin)), first);
  }

  @Override
  public boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first) {
    var origin =
        new Revision.Origin(desired.primary(), desired.inputDigest()).asking(Optional.empty());
    var madeFrom =
        new Edit.Origin(
            ChartEngine.reference(desired.chart()),
            desired.candidates().stream().<JsonNode>map(Values::toTree).toList(),
            ChartAnnotations.INPUT_DIGEST);
    return revise(inherited, new Edit.Inherit(ChartAnnotations.whole(origin), madeFrom), first);
  }

  /**
   * Changes the newest revision.
   *
   * @param first receives it before it is stored
   */
  private boolean revise(Revision revision, Edit edit, Consumer<Revision> first) {
    var edited = edited(revision, edit, /* newest= */ true, /* dryRun= */ true);
    edited.map(HelmReleaseCodec::decode).ifPresent(first);
    return edited.isPresent() && revise(revision, edit, /* newest= */ true);
  }

  private boolean revise(Revision revision, Edit edit, boolean newest) {
    var stored = edited(revision, edit, newest, /* dryRun= */ false);
    stored.ifPresent(live::offer);
    return stored.isPresent();
  }

  /** Returns the Secret with the edit; empty if another client has changed it since it was read. */
  private Optional<Secret> edited(Revision revision, Edit edit, boolean newest, boolean dryRun) {
    var release = revision.release();
    var answer =
        engine.orFailed(
            new ReleaseRequest.Revise(
                release.name(),
                release.namespace(),
                secretName(revision),
                revision.version(),
                edit,
                newest,
                dryRun));
    return answer.path("done").asBoolean()
        ? Optional.of(serialization.convertValue(answer.path("secret"), Secret.class))
        : Optional.empty();
  }

  /** Reads the number from the name, as labels can be edited. */
  private static int number(Secret secret) {
    var name = NAME.matcher(secret.getMetadata().getName());
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }

  @Override
  public boolean delete(Revision revision) {
    return delete(revision.release(), secretName(revision), revision.version());
  }

  private boolean delete(ReleaseKey release, String name, String version) {
    var deletion =
        new ReleaseRequest.Revise(
            release.name(),
            release.namespace(),
            name,
            version,
            new Edit.Delete(true),
            /* newest= */ false,
            /* dryRun= */ false);
    boolean isGone = engine.orFailed(deletion).path("done").asBoolean();
    if (isGone) {
      live.retract(release.namespace(), name, version);
    }
    return isGone;
  }

  @Override
  public Cleared clear(ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first) {
    var stored = secrets.of(release).secrets();
    var staying =
        new History(
            stored.stream()
                .flatMap(secret -> decoded.of(secret).stream())
                .filter(trusted)
                .toList());
    // First: no listing or watch of live revisions shows that a superseded one is newer.
    if (!staying.outlived().stream().allMatch(this::supersede)) {
      throw new KubernetesClientException(
          "another client changed a revision of release %s".formatted(release),
          HttpURLConnection.HTTP_CONFLICT,
          null);
    }
    int newest = staying.latest().map(Revision::number).orElse(0);
    var removed = new ArrayList<Revision>();
    var names = new ArrayList<String>();
    int left = 0;
    for (var secret : stored) {
      var revision = decoded.of(secret);
      var meta = secret.getMetadata();
      boolean isToGo = revision.filter(trusted).isEmpty() && isActedOn(secret, revision, newest);
      if (isToGo) {
        revision.ifPresent(first);
      }
      if (isToGo && delete(release, meta.getName(), meta.getResourceVersion())) {
        names.add(meta.getName());
        revision.ifPresent(removed::add);
      } else {
        left = Math.max(left, number(secret));
      }
    }
    return new Cleared(left, names, removed);
  }

  /**
   * Helm reads the newest revision, and the newest that is deployed by its label or its payload.
   */
  private static boolean isActedOn(Secret secret, Optional<Revision> revision, int newest) {
    var deployed = RevisionStatus.DEPLOYED;
    return revision.isEmpty()
        || revision.get().number() >= newest
        || revision.get().status() == deployed
        || deployed.helmName().equals(secret.getMetadata().getLabels().get("status"));
  }

  static String secretName(Revision revision) {
    return ReleasePayload.NAME.formatted(revision.release().name(), revision.number());
  }
}
