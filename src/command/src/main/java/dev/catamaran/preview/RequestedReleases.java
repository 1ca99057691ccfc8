package dev.catamaran.preview;

import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Ending;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The stored revisions for a single pass: without a watch, each question is a request. */
final class RequestedReleases implements ReleaseStore {
  private final SecretReleaseStore store;

  RequestedReleases(KubernetesClient client, ChartEngine engine) {
    this.store = new SecretReleaseStore(client, engine, WatchedNamespaces.all(), revision -> {});
  }

  @Override
  public History known(ReleaseKey release) {
    try {
      return refresh(release);
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  /** Finds nothing: the status of a primary names its release. */
  @Override
  public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
    return List.of();
  }

  @Override
  public History refresh(ReleaseKey release) {
    return store.refresh(release);
  }

  @Override
  public boolean fail(Revision revision, String why) {
    return store.fail(revision, why);
  }

  @Override
  public boolean markDeployed(Revision revision) {
    return store.markDeployed(revision);
  }

  @Override
  public boolean supersede(Revision revision) {
    return store.supersede(revision);
  }

  @Override
  public boolean confirm(Revision current, Revision.Origin origin, Consumer<Revision> first) {
    return store.confirm(current, origin, first);
  }

  @Override
  public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
    store.noteEnded(revision, ended);
  }

  @Override
  public boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first) {
    return store.takeOver(inherited, desired, first);
  }

  @Override
  public Cleared clear(ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first) {
    return store.clear(release, trusted, first);
  }

  @Override
  public boolean rewrite(
      Revision revision, Function<ObjectKey, Optional<String>> version, Consumer<Revision> first) {
    return store.rewrite(revision, version, first);
  }

  @Override
  public boolean delete(Revision revision) {
    return store.delete(revision);
  }
}
