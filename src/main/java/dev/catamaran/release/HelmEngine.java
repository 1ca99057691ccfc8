package dev.catamaran.release;

import java.time.Duration;

/**
 * Port to Helm: the operations that change a release. All of them block. Two operations must not
 * run at once for one release.
 */
public interface HelmEngine {

  /**
   * Creates the first revision.
   *
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void install(DesiredRelease desired);

  /**
   * Creates a further revision. Values of earlier revisions are not reused.
   *
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void upgrade(DesiredRelease desired);

  /**
   * Creates a further revision with exactly the objects of {@code target}. Helm renders nothing
   * again.
   *
   * @param desired the primary's present wish; its chart and values play no part
   * @param target a stored revision of the same release
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void rollback(DesiredRelease desired, Revision target);

  /**
   * Runs the test hooks of the deployed revision. Helm stores their result in the revision.
   *
   * @throws EngineException if a test failed, or could not be run
   */
  void test(ReleaseKey release, Duration timeout);

  /**
   * Deletes the release's objects and its history.
   *
   * @return false if Helm found no release: its objects may still exist
   * @throws EngineException if Helm refused or failed
   */
  boolean uninstall(ReleaseKey release, UninstallOptions options);
}
