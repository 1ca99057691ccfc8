package dev.catamaran.release;

import java.time.Duration;

/**
 * Port to Helm: the operations that change a release. All block, and none may run twice at once for
 * one release.
 */
public interface HelmEngine {

  /**
   * Makes the first revision.
   *
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void install(DesiredRelease desired);

  /**
   * Makes a further revision. Values of earlier revisions are not reused.
   *
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void upgrade(DesiredRelease desired);

  /**
   * Makes a further revision with the very objects of {@code target}. Nothing is rendered again.
   *
   * @param desired what the primary asks for now; chart and values of it play no part
   * @param target a stored revision of the same release
   * @throws EngineException if Helm refused or failed; a failed revision may be stored
   */
  void rollback(DesiredRelease desired, Revision target);

  /**
   * Runs the test hooks of what is deployed. Helm keeps in the revision how they ended.
   *
   * @throws EngineException if a test failed, or could not be run
   */
  void test(ReleaseKey release, Duration timeout);

  /**
   * Deletes the release's objects and its history.
   *
   * @return false if Helm found no release: objects of it may still be there
   * @throws EngineException if Helm refused or failed
   */
  boolean uninstall(ReleaseKey release, UninstallOptions options);
}
