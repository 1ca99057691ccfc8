package dev.catamaran.release;

/** Port to Helm: the operations that change a release. */
@FunctionalInterface
public interface HelmEngine {

  /**
   * Runs an operation, and blocks until its end. Two operations must not run at once for one
   * release.
   *
   * @throws EngineException if Helm refused or failed, or a test failed; a failed revision may be
   *     stored
   */
  HelmCall.Result run(HelmCall call);
}
