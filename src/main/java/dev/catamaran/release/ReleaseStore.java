package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.List;
import java.util.function.Predicate;

/** Port to the stored revisions. */
public interface ReleaseStore {

  /**
   * What is known of a release without asking the API server: superseded revisions may be missing.
   */
  History known(ReleaseKey release);

  /** The releases of which a known revision says that it is {@code primary}'s. */
  List<ReleaseKey> releasesOf(PrimaryIdentity primary);

  /**
   * Asks the API server for all revisions and remembers them, so that {@link #known} is at least as
   * new from here on.
   *
   * @throws UnreadableReleaseException if there are some, and none can be read
   */
  History refresh(ReleaseKey release);

  /**
   * Marks the newest revision as failed. Helm accepts the next operation over one that was pending.
   *
   * @param why becomes the revision's description
   * @return false if it changed meanwhile or is not the newest any more: somebody is at work
   */
  boolean fail(Revision revision, String why);

  /**
   * Marks a revision as superseded, which is not the newest any more.
   *
   * @return false if it changed meanwhile: somebody is at work
   */
  boolean supersede(Revision revision);

  /**
   * Makes a revision of a Go operator the primary's own, as if it had been made here: from now on
   * it has an {@link Revision#origin}, with the input digest of {@code desired} if it was made from
   * the same chart and values, and with another one if not. The primary does not own the release's
   * Secrets any more.
   *
   * @return false if the revision changed meanwhile: somebody is at work on it
   */
  boolean takeOver(Revision inherited, DesiredRelease desired);

  /**
   * Deletes the stored revisions that nobody vouches for and that Helm would act on all the same:
   * it goes by the newest, and by what is marked as deployed. What cannot be read is one of them.
   * What somebody writes meanwhile stays.
   *
   * @param believed who vouches
   */
  Cleared clear(ReleaseKey release, Predicate<Revision> believed);

  /**
   * What came of {@link #clear}.
   *
   * @param newest number of the newest revision that is left; 0 if there is none
   * @param secrets names of the Secrets that were deleted
   * @param revisions what of them could be read
   */
  record Cleared(int newest, List<String> secrets, List<Revision> revisions) {
    /** Copies the lists. */
    public Cleared {
      secrets = List.copyOf(secrets);
      revisions = List.copyOf(revisions);
    }
  }

  /**
   * Takes objects out of what the newest revision says that it made.
   *
   * @param isMeant whether an object is to be forgotten; its hooks are asked for too
   * @return false if it changed meanwhile or is not the newest any more: somebody is at work
   */
  boolean forget(Revision revision, Predicate<ObjectKey> isMeant);

  /**
   * Deletes a stored revision; one that is gone already is fine.
   *
   * @return false if it changed since it was read: it is left alone
   */
  boolean delete(Revision revision);

  /**
   * Asks the API server whether a revision is the newest still, and as it was.
   *
   * @throws UnreadableReleaseException if there are some, and none can be read
   */
  default boolean isNewest(Revision revision) {
    return refresh(revision.release()).latest().filter(revision::isStill).isPresent();
  }
}
