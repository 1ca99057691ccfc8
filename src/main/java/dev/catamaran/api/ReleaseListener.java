package dev.catamaran.api;

import java.util.List;

/**
 * Is told what happened, after the primary's status says so. What it throws is logged, and changes
 * nothing.
 */
public interface ReleaseListener {

  /** The first revision is deployed. */
  default void installed(ChartContext context, ReleaseSummary revision) {}

  /** A further revision is deployed. */
  default void upgraded(ChartContext context, ReleaseSummary revision) {}

  /** The objects of an earlier revision are back. */
  default void rolledBack(ChartContext context, ReleaseSummary revision) {}

  /** The primary is being deleted, and its release is gone. */
  default void uninstalled(ChartContext context) {}

  /**
   * An action failed, or a hook stopped it. Told each time.
   *
   * @param reason that of the condition, such as {@code UpgradeError}
   * @param message without texts that came from Secrets
   */
  default void failed(ChartContext context, String reason, String message) {}

  /**
   * Objects were put back to what the release says.
   *
   * @param corrections such as {@code recreated Deployment/web}; never empty
   */
  default void driftCorrected(ChartContext context, List<String> corrections) {}
}
