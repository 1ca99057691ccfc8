package dev.catamaran.execute;

import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.Asked;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.ArrayList;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds releases that need no upgrade although the cluster's APIs have changed. Many charts ask for
 * an API, such as that of Prometheus, and use it only with certain values. An upgrade would make
 * the same objects, and run hooks.
 */
record UnaffectedRevisions(HelmEngine engine, ReleaseStore store, TrustedRevisions trust) {
  private static final Logger log = LoggerFactory.getLogger(UnaffectedRevisions.class);

  /**
   * Returns the current revision if an upgrade would make the same one. It then has the present
   * answers, so no further pass compares it. Nobody recorded what the templates of a revision asked
   * that was taken over: that is no reason for an upgrade.
   */
  Optional<Revision> of(DesiredRelease desired) {
    return store
        .known(desired.release())
        .latest()
        .filter(current -> current.status() == RevisionStatus.DEPLOYED)
        .filter(current -> differsInAnswersOnly(current, desired))
        .flatMap(current -> confirmed(current, desired));
  }

  /** A person who asked for a new revision gets one. */
  private static boolean differsInAnswersOnly(Revision current, DesiredRelease desired) {
    return current
        .origin()
        .filter(origin -> origin.request().equals(desired.request()))
        .filter(origin -> origin.literalOf().isEmpty())
        .filter(origin -> current.madeFrom(desired.inputDigest()))
        .filter(origin -> !current.madeFrom(desired.input()))
        .isPresent();
  }

  /** If Helm cannot compare, the upgrade follows and reports why. */
  private Optional<Revision> confirmed(Revision current, DesiredRelease desired) {
    var asked = new ArrayList<Asked>();
    try {
      var compared = engine.run(new HelmCall.Compare(desired, current, asked::add));
      return compared == HelmCall.Result.SAME && confirm(current, desired, asked.getLast())
          ? store.known(desired.release()).latest()
          : Optional.empty();
    } catch (EngineException e) {
      return Optional.empty();
    }
  }

  private boolean confirm(Revision current, DesiredRelease desired, Asked asked) {
    var origin = desired.origin().asking(Optional.of(asked));
    boolean isConfirmed =
        trust.edit(desired.primary(), announce -> store.confirm(current, origin, announce));
    if (isConfirmed) {
      log.info(
          "Revision {} of release {} stays: what its templates ask of the cluster makes no other objects",
          current.number(),
          current.release());
    }
    return isConfirmed;
  }
}
