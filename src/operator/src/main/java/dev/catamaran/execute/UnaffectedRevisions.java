package dev.catamaran.execute;

import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds releases that need no upgrade although the cluster's APIs have changed. Many charts ask for
 * an API, such as that of Prometheus, and use it only with certain values. An upgrade would make
 * the same objects, and run hooks.
 */
final class UnaffectedRevisions {
  private static final Logger log = LoggerFactory.getLogger(UnaffectedRevisions.class);

  private final HelmEngine engine;
  private final ReleaseStore store;
  private final TrustedRevisions trust;

  UnaffectedRevisions(HelmEngine engine, ReleaseStore store, TrustedRevisions trust) {
    this.engine = engine;
    this.store = store;
    this.trust = trust;
  }

  /**
   * Returns the current revision if an upgrade would make the same one. It then has the digest of
   * the present input, so no further pass compares it.
   */
  Optional<Revision> of(DesiredRelease desired) {
    var release = desired.release();
    return store
        .known(release)
        .latest()
        .filter(current -> current.status() == RevisionStatus.DEPLOYED)
        .filter(current -> differsInApisOnly(current, desired))
        .filter(current -> isSame(current, desired))
        .filter(current -> confirm(current, desired))
        .flatMap(current -> store.known(release).latest());
  }

  /** A person who asked for a new revision gets one. */
  private static boolean differsInApisOnly(Revision current, DesiredRelease desired) {
    return current
        .origin()
        .filter(origin -> origin.request().equals(desired.request()))
        .filter(origin -> origin.literalOf().isEmpty())
        .filter(origin -> desired.input().differsInApisOnly(origin.inputDigest()))
        .isPresent();
  }

  /** If Helm cannot compare, the upgrade follows and reports why. */
  private boolean isSame(Revision current, DesiredRelease desired) {
    try {
      return engine.run(new HelmCall.Compare(desired, current)) == HelmCall.Result.SAME;
    } catch (EngineException e) {
      return false;
    }
  }

  private boolean confirm(Revision current, DesiredRelease desired) {
    boolean isConfirmed =
        trust.edit(desired.primary(), announce -> store.confirm(current, desired, announce));
    if (isConfirmed) {
      log.info(
          "The APIs of the cluster changed; revision {} of release {} stays, since an upgrade would make the same objects",
          current.number(),
          current.release());
    }
    return isConfirmed;
  }
}
