package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Port to the stored revisions. */
public interface ReleaseStore {

  /**
   * Returns the known revisions of a release without a request to the API server: superseded
   * revisions may be missing.
   */
  History known(ReleaseKey release);

  /**
   * Returns the resource version up to which all changes of a release's revisions are {@linkplain
   * #known}; empty if they are not watched.
   */
  default String seen(ReleaseKey release) {
    return "";
  }

  /** Returns the releases with a known revision of {@code primary}. */
  List<ReleaseKey> releasesOf(PrimaryIdentity primary);

  /**
   * Asks the API server for all revisions and remembers them, so that {@link #known} is at least as
   * new from here on.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  History refresh(ReleaseKey release);

  /**
   * The same after the installation of a release without known revisions. Asks the API server only
   * if the first revision is not known as deployed.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  default History refreshInstalled(ReleaseKey release) {
    return refresh(release);
  }

  /**
   * The same after the uninstallation of a release.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  default History refreshUninstalled(ReleaseKey release) {
    return refresh(release);
  }

  /**
   * Marks the newest revision as failed. Helm accepts the next operation over one that was pending.
   *
   * @param why becomes the revision's description
   * @return false if the revision changed meanwhile or is not the newest any more: another client
   *     writes
   */
  boolean fail(Revision revision, String why);

  /**
   * Marks a good revision as the deployed one. Helm changes from that one, and not from a newer one
   * that failed.
   *
   * @return false if it changed meanwhile: another client writes
   */
  boolean markDeployed(Revision revision);

  /**
   * Marks a revision that is not the newest any more as superseded.
   *
   * @return false if it changed meanwhile: another client writes
   */
  boolean supersede(Revision revision);

  /**
   * Records that the newest revision has this origin, although it was made in another cluster: its
   * objects are the same.
   *
   * @param first receives the edited revision before it is stored
   * @return false if the revision changed meanwhile: another client writes it
   */
  boolean confirm(Revision current, Revision.Origin origin, Consumer<Revision> first);

  /**
   * Records which objects of a revision have ended by design. The record is lost if another client
   * writes the revision meanwhile.
   */
  void noteEnded(Revision revision, Map<ObjectKey, Ending> ended);

  /**
   * Adopts a Go operator's revision for the primary, as if it had been made here: it gets an {@link
   * Revision#origin}. The input digest is that of {@code desired} if the revision was made from the
   * same chart and values; if not, it is another one. The primary no longer owns the release's
   * Secrets.
   *
   * @param first receives the edited revision before it is stored
   * @return false if the revision changed meanwhile: another client writes it
   */
  boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first);

  /**
   * Deletes the stored revisions that are not confirmed and that Helm would act on nevertheless:
   * Helm uses the newest revision and those marked as deployed. Unreadable revisions are among
   * them. Revisions that another client writes meanwhile stay. First marks the {@linkplain
   * History#outlived() outlived} ones of the confirmed revisions as superseded: one of them would
   * be the newest known revision otherwise.
   *
   * @param trusted whether a revision is confirmed
   * @param first receives each readable revision before it is deleted
   */
  Cleared clear(ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first);

  /**
   * Result of {@link #clear}.
   *
   * @param newest number of the newest remaining revision; 0 if there is none
   * @param secrets names of the deleted Secrets
   * @param revisions the readable ones among the deleted revisions
   */
  record Cleared(int newest, List<String> secrets, List<Revision> revisions) {}

  /**
   * Removes objects from the newest revision's record of its objects.
   *
   * @param isMeant whether to remove an object; the revision's hooks are tested too
   * @param first receives the edited revision before it is stored
   * @return false if the revision changed meanwhile or is not the newest any more: another client
   *     writes
   */
  boolean forget(Revision revision, Predicate<ObjectKey> isMeant, Consumer<Revision> first);

  /**
   * Deletes a stored revision; one that no longer exists is fine.
   *
   * @return false if it changed since it was read: it stays
   */
  boolean delete(Revision revision);

  /**
   * Asks the API server whether a revision is still the newest and unchanged.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  default boolean isNewest(Revision revision) {
    return refresh(revision.release()).latest().filter(revision::isStill).isPresent();
  }
}
