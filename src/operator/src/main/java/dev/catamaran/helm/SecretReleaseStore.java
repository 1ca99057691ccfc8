package dev.catamaran.helm;

import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
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
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The revisions as Helm keeps them: one Secret each (Helm, pkg/storage/driver/secrets.go). One
 * informer watches all that are not superseded; it keeps the {@link Revision} alone.
 */
public class SecretReleaseStore implements ReleaseStore, AutoCloseable {
  private static final String LIVE_REVISIONS = "owner=helm,status!=superseded";

  /** Name of a revision's Secret (Helm, pkg/storage/storage.go). */
  private static final Pattern NAME =
      Pattern.compile("sh\\.helm\\.release\\.v1\\..+\\.v(\\d{1,9})");

  private static final Duration FIRST_LISTING = Duration.ofMinutes(1);

  /** The watch usually delivers a change some milliseconds after Helm's request. */
  private static final Duration DELIVERY = Duration.ofMillis(250);

  private final DecodedSecrets decoded = new DecodedSecrets();
  private final SecretRequests secrets;
  private final ReducedInformer<Secret, Optional<Revision>> live;
  private final RevisionIndex index;
  private final ReleaseTakeOver takeOver;

  /**
   * Creates an empty store.
   *
   * @param client its rights apply
   * @param engine compares charts at a take-over
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
    this.takeOver = new ReleaseTakeOver(client, engine);
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

  /**
   * Takes the revision from the watch. If it does not come, reads one Secret by its name: a listing
   * makes the API server look at all of the namespace.
   */
  @Override
  public History refreshInstalled(ReleaseKey release) {
    if (index.await(release, SecretReleaseStore::isInstalled, DELIVERY)) {
      return known(release);
    }
    var first = secrets.of(release, 1);
    var revision = first.flatMap(decoded::of).filter(r -> r.status() == RevisionStatus.DEPLOYED);
    if (revision.isEmpty()) {
      return refresh(release);
    }
    first.ifPresent(live::offer);
    return new History(List.of(revision.get()));
  }

  private static boolean isInstalled(History history) {
    return history
        .latest()
        .filter(revision -> revision.number() == 1)
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .isPresent();
  }

  /** Takes the deletions from the watch. If they do not come, reads the newest known Secret. */
  @Override
  public History refreshUninstalled(ReleaseKey release) {
    if (index.await(release, history -> history.latest().isEmpty(), DELIVERY)) {
      return History.none();
    }
    var known = known(release);
    if (known.latest().flatMap(newest -> secrets.of(release, newest.number())).isPresent()) {
      return refresh(release);
    }
    for (var revision : known.revisions()) {
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
    return ifNewest(revision)
        .map(secret -> update(marked(secret, RevisionStatus.FAILED, why)))
        .orElse(false);
  }

  @Override
  public boolean markDeployed(Revision revision) {
    var updated =
        secrets
            .of(revision.release(), revision.number())
            .filter(secret -> isStill(revision, secret))
            .map(secret -> marked(secret, RevisionStatus.DEPLOYED, revision.description()))
            .flatMap(secrets::update);
    updated.ifPresent(live::offer);
    return updated.isPresent();
  }

  @Override
  public boolean supersede(Revision revision) {
    return supersede(revision, secrets.of(revision.release()).secrets());
  }

  private boolean supersede(Revision revision, List<Secret> stored) {
    var updated =
        stored.stream()
            .filter(secret -> isStill(revision, secret))
            .findFirst()
            .map(secret -> marked(secret, RevisionStatus.SUPERSEDED, revision.description()))
            .flatMap(secrets::update)
            .map(secret -> secret.getMetadata().getResourceVersion());
    updated.ifPresent(
        version -> live.retract(revision.release().namespace(), secretName(revision), version));
    return updated.isPresent();
  }

  private static Secret marked(Secret secret, RevisionStatus status, String description) {
    return new SecretBuilder(secret)
        .addToData(ReleasePayload.KEY, ReleaseEdits.withStatus(secret, status, description))
        .editMetadata()
        .addToLabels("status", status.helmName())
        .endMetadata()
        .build();
  }

  @Override
  public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
    secrets
        .of(revision.release(), revision.number())
        .filter(secret -> isStill(revision, secret))
        .map(secret -> EndedObjects.write(secret, ended))
        .flatMap(secrets::update)
        .ifPresent(live::offer);
  }

  @Override
  public boolean rewrite(
      Revision revision, Function<ObjectKey, Optional<String>> version, Consumer<Revision> first) {
    return ifNewest(revision)
        .map(secret -> edit(secret, ReleaseEdits.rewritten(secret, version), first))
        .orElse(false);
  }

  @Override
  public boolean confirm(Revision current, Revision.Origin origin, Consumer<Revision> first) {
    return ifNewest(current)
        .map(secret -> edit(secret, ReleaseEdits.withOrigin(secret, origin), first))
        .orElse(false);
  }

  private boolean edit(Secret secret, String payload, Consumer<Revision> first) {
    return update(new SecretBuilder(secret).addToData(ReleasePayload.KEY, payload).build(), first);
  }

  private boolean update(Secret edited, Consumer<Revision> first) {
    first.accept(HelmReleaseCodec.decode(edited));
    return update(edited);
  }

  /** Returns the Secret of a revision, if there is no newer one and it has not changed. */
  private Optional<Secret> ifNewest(Revision revision) {
    return secrets.of(revision.release()).secrets().stream()
        .max(Comparator.comparingInt(SecretReleaseStore::number))
        .filter(secret -> isStill(revision, secret));
  }

  /** Reads the number from the name, as labels can be edited. */
  private static int number(Secret secret) {
    var name = NAME.matcher(secret.getMetadata().getName());
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }

  @Override
  public boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first) {
    var stored = secrets.of(inherited.release()).secrets();
    var newest =
        stored.stream()
            .filter(secret -> secret.getMetadata().getName().equals(secretName(inherited)))
            .filter(secret -> isStill(inherited, secret))
            .findFirst();
    newest.ifPresent(
        secret -> takeOver.disown(stored.stream().filter(s -> !s.equals(secret)).toList()));
    return newest.map(secret -> update(takeOver.of(secret, desired), first)).orElse(false);
  }

  private static boolean isStill(Revision known, Secret secret) {
    return secret.getMetadata().getName().equals(secretName(known))
        && secret.getMetadata().getResourceVersion().equals(known.version());
  }

  private boolean update(Secret secret) {
    var updated = secrets.update(secret);
    updated.ifPresent(live::offer);
    return updated.isPresent();
  }

  @Override
  public boolean delete(Revision revision) {
    return delete(revision.release(), secretName(revision), revision.version());
  }

  private boolean delete(ReleaseKey release, String name, String version) {
    boolean isGone = secrets.delete(release, name, version);
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
    if (!staying.outlived().stream().allMatch(outlived -> supersede(outlived, stored))) {
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
