package dev.catamaran.release;

import java.time.Duration;

/**
 * Port to Helm: the three operations that change a release. All block, and none may run twice at
 * once for one release.
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
   * Deletes the release's objects and its history. A release that is not there counts as
   * uninstalled.
   *
   * @throws EngineException if Helm refused or failed
   */
  void uninstall(ReleaseKey release, Duration timeout);
}
