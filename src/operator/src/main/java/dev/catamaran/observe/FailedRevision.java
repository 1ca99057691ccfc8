package dev.catamaran.observe;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.FailureText;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Optional;

/** The state of a release with a failed newest revision. */
final class FailedRevision {
  private FailedRevision() {}

  /** Demands remediation only for a failure that the input caused. Any other failure is retried. */
  static ReleaseState of(Revision latest, Question question) {
    if (latest.number() == 1) {
      return blames(latest, question)
          ? new ReleaseState.FailedInstall(latest)
          : new ReleaseState.Unfinished(latest);
    }
    if (question.blamesTheInput() && latest.isLiteral()) {
      return obstacle(latest, question.force().rollbacks())
          .<ReleaseState>map(found -> new ReleaseState.Obstructed(latest, found))
          .orElseGet(
              () ->
                  // After a hindrance, a later rollback failed before Helm stored a revision.
                  question.isRollbackFailed() && !latest.blamesItsInput()
                      ? new ReleaseState.Irreversible(latest)
                      : new ReleaseState.FailedRollback(latest));
    }
    if (blames(latest, question)) {
      return obstacle(latest, question.force().upgrades())
          .<ReleaseState>map(found -> new ReleaseState.Obstructed(latest, found))
          .orElseGet(
              () ->
                  question.isRollbackFailed()
                      ? new ReleaseState.Irreversible(latest)
                      : new ReleaseState.FailedUpgrade(latest));
    }
    return new ReleaseState.OutOfSync(latest, List.<Drift>of());
  }

  /** A failure because of an unreachable API server says nothing about the input. */
  private static boolean blames(Revision failed, Question question) {
    return question.isAnsweredBy(failed) && question.blamesTheInput() && failed.blamesItsInput();
  }

  /** Returns the object that blocks the operation, if it may be deleted. */
  private static Optional<ObjectKey> obstacle(Revision failed, boolean mayRecreate) {
    return mayRecreate && FailureText.classify(failed.description()) instanceof Immutable immutable
        ? failed.manifest().readable().stream()
            .map(ManifestObject::key)
            .filter(key -> key.kind().equals(immutable.kind()))
            .filter(key -> key.name().equals(immutable.name()))
            .findFirst()
        : Optional.empty();
  }
}
