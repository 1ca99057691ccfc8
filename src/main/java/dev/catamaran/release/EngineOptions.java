package dev.catamaran.release;

import dev.catamaran.manifest.Scale;
import java.util.List;

/**
 * How revisions are made, where a primary may say so.
 *
 * @param install for the first revision
 * @param upgrade for further revisions
 * @param crds what becomes of the chart's definitions
 * @param scales the replicas that a further revision leaves as they are
 */
public record EngineOptions(Step install, Step upgrade, CrdPolicy crds, List<Scale> scales) {
  /** Helm's own defaults. */
  public static final EngineOptions DEFAULT =
      new EngineOptions(Step.DEFAULT, Step.DEFAULT, CrdPolicy.CREATE);

  /** Copies the list. */
  public EngineOptions {
    scales = List.copyOf(scales);
  }

  /** For objects that no autoscaler has scaled. */
  public EngineOptions(Step install, Step upgrade, CrdPolicy crds) {
    this(install, upgrade, crds, List.of());
  }

  /**
   * How one operation goes.
   *
   * @param hooks whether the chart's hooks run
   * @param description kept in the revision instead of Helm's own words; empty for these
   */
  public record Step(boolean hooks, String description) {
    /** With hooks, in Helm's own words. */
    public static final Step DEFAULT = new Step(true, "");
  }
}
