package dev.catamaran.cluster;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Ending;
import dev.catamaran.release.Extent;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Lingering;
import dev.catamaran.release.Revision;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Port to the objects of releases, with the rights of one account. */
public interface ReleaseObjects {

  /** Returns these operations, with the exemptions from drift in {@code rules}. */
  ReleaseObjects exempting(DriftRules rules);

  /** Returns the objects and hooks of a revision that are not in the namespace of its release. */
  List<ObjectKey> elsewhere(Revision revision);

  /** Asks the API server for its kinds again at the next question: a chart may have added some. */
  void forgetKinds();

  /** Returns whether any known object names {@code primary} as its owner. */
  boolean isOwner(PrimaryIdentity primary);

  /**
   * Returns the drift of {@code revision} that may be repaired now; none if its manifest cannot be
   * read. Sends no request where the objects are watched.
   *
   * @param ownership required metadata of its objects
   */
  List<Drift> drifts(Revision revision, Ownership ownership);

  /**
   * Returns those of {@code drifts} whose repair need not wait for the next attempt, as the API
   * server refused the repairs of others alone; empty if it refused none.
   */
  List<Drift> besidesRefused(List<Drift> drifts);

  /** Returns the serious contests over objects of {@code revision} that are not over. */
  List<Contest> contests(Revision revision);

  /**
   * An object that is not ready yet.
   *
   * @param text says which and why, for the user
   * @param isFinal whether it will not become ready by itself
   */
  record Unready(String text, boolean isFinal) {}

  /** Returns the objects of {@code revision} that are not ready yet; empty if all are ready. */
  List<Unready> unready(Revision revision);

  /** Returns the objects of {@code revision} that have ended by design, existing or not. */
  Map<ObjectKey, Ending> ended(Revision revision);

  /** Returns the known objects that name {@code primary} as their owner. */
  Set<ObjectKey> known(PrimaryIdentity primary);

  /**
   * Does what follows once Helm has made a revision: adopts all its objects that are not adopted
   * yet, including its hooks; ends the primary's ownership of objects of {@code earlier} revisions
   * that it does not have, and Helm has kept; and sees to it that memory has the objects as Helm
   * has just made them. The watch may not have delivered them yet, and nothing is concluded from
   * older versions.
   *
   * @param wasKnown whether an object was known before Helm's call
   */
  void settle(
      Collection<Revision> earlier,
      Revision made,
      Predicate<ObjectKey> wasKnown,
      Ownership ownership);

  /** Returns the replicas that autoscalers set on objects of {@code revision}. */
  List<Scale> scales(Revision revision);

  /** Adopts the objects that a failed revision created, and no others. */
  void adoptMade(Revision failed, Ownership ownership);

  /**
   * Adopts all existing objects of {@code drifts} that do not name the primary as their owner.
   *
   * @throws dev.catamaran.release.EngineException if the API server refuses some, after all others
   */
  void adopt(Revision revision, List<Drift> drifts, Ownership ownership);

  /**
   * Returns those of {@code drifts} that a repair would change. Adopts objects that do not name the
   * primary, although it repairs nothing else.
   *
   * @throws dev.catamaran.release.EngineException if the API server refuses some, after all others
   */
  List<Drift> confirm(Revision revision, List<Drift> drifts, Ownership ownership);

  /**
   * Repairs drift; returns the repairs that changed an object.
   *
   * @throws dev.catamaran.release.EngineException if the API server refuses some, after all others
   */
  List<Correction> repair(Revision revision, List<Drift> drifts, Ownership ownership);

  /**
   * Deletes the objects of a failed release within {@code extent}, and the hooks that its attempts
   * made. What holds data or is to be kept stays.
   */
  Removed removeFailed(Collection<Revision> failed, Extent extent);

  /**
   * Result of {@link #removeFailed}.
   *
   * @param left objects of the release that stay
   */
  record Removed(List<ObjectKey> deleted, List<ObjectKey> left) {}

  /**
   * Deletes the objects of {@code forgotten} revisions that no {@code remembered} revision has.
   * Deletes nothing if a remembered revision cannot be read.
   */
  void removeForgotten(Collection<Revision> forgotten, Collection<Revision> remembered);

  /** Returns how the operation that makes this revision waits for its hooks. */
  HookWait hookWait(Revision pending);

  /**
   * Deletes the Jobs and Pods that a failed operation on this revision left as hooks, after it was
   * given up, or before the release is uninstalled.
   */
  void removeWork(Revision failed);

  /** Deletes the hooks that a failed attempt made, once its release is uninstalled. */
  void removeHooks(Revision failed);

  /**
   * Ends the primary's ownership of known objects that outlive it, and of such hooks. Sends no
   * request if there are none, where they are watched.
   *
   * @param revisions the known ones of its release
   */
  void disownKnown(Collection<Revision> revisions, Ownership ownership);

  /**
   * Ends the primary's ownership of all objects that outlive it, as they are now, before the
   * primary goes.
   *
   * @param revisions those that its release had, oldest first
   */
  void disownAll(Collection<Revision> revisions, Ownership ownership);

  /**
   * Deletes all objects that name {@code ownership}'s primary, for a release with a lost history.
   * Disowns those that outlive it.
   */
  void removeOwned(Ownership ownership);

  /**
   * Deletes objects with the primary's name and the marks of its release that are not in the
   * manifest, and returns them: Helm made them for a revision that is no longer stored. Objects
   * that another client made stay, and those that hold data.
   */
  List<ObjectKey> removeStrays(Revision current, Ownership ownership);

  /** Whether the primary owns nothing of a manifest any more, as after a foreground deletion. */
  boolean isCollected(Revision revision, Ownership ownership);

  /**
   * Returns the objects that still name {@code ownership}'s primary and are not to be kept, as text
   * for the user; and the kinds that the release had and that cannot be listed.
   *
   * @param had the revisions before the uninstall; empty in later passes
   */
  Lingering remaining(Collection<Revision> had, Ownership ownership);

  /** How an operation on a release waits for its hooks. */
  enum HookWait {
    /** It does not, or that is not known. */
    NONE,
    /** For Jobs or Pods of which nothing runs or has succeeded. */
    IDLE,
    /** For Jobs or Pods that run. */
    RUNNING
  }
}
