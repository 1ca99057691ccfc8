package dev.catamaran.api;

import java.util.List;

/**
 * Listener for the results of actions. Called after the update of the primary's status. Its
 * exceptions are logged, and have no other effect.
 */
public interface ReleaseListener {

  /** Called after the deployment of the first revision. */
  default void installed(ChartContext context, ReleaseSummary revision) {}

  /** Called after the deployment of a further revision. */
  default void upgraded(ChartContext context, ReleaseSummary revision) {}

  /** Called after a rollback to the objects of an earlier revision. */
  default void rolledBack(ChartContext context, ReleaseSummary revision) {}

  /** Called after the uninstall of the release, during the deletion of the primary. */
  default void uninstalled(ChartContext context) {}

  /**
   * Called each time an action fails, or a hook stops it.
   *
   * @param reason reason of the condition, such as {@code UpgradeError}
   * @param message without texts from Secrets
   */
  default void failed(ChartContext context, String reason, String message) {}

  /**
   * Called after a correction of objects to match the release.
   *
   * @param corrections such as {@code recreated Deployment/web}; never empty
   */
  default void driftCorrected(ChartContext context, List<String> corrections) {}
}
